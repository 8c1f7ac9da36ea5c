import type { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { gitBytes, gitLine } from '../git/git.ts';
import type { Vault } from '../vault/vault.ts';

export interface NewCommit {
  readonly tree: TreeHash;
  readonly parents: readonly Sha[];
  readonly message: string;
  /** 0: temporary, not worth waiting for the disk. */
  readonly at: number;
}

/** Writes a commit object. No checkout, no index, no hook is involved. */
export async function writeCommit({ git, gitDir }: Vault, commit: NewCommit): Promise<Sha> {
  const date = `@${Math.floor(commit.at / 1000)} +0000`;
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  const args = ['commit-tree', commit.tree, ...parents, '-F', '-'];
  return Sha.parse(
    await gitLine(git, {
      args,
      gitDir,
      durable: commit.at > 0,
      stdin: commit.message,
      env: { ...AUTHOR, ...dates(date) },
    }),
  );
}

export async function readCommitMessage({ git, gitDir }: Vault, sha: Sha): Promise<string> {
  const raw = (await gitBytes(git, { args: ['cat-file', 'commit', sha], gitDir })).toString('utf8');
  return raw.slice(raw.indexOf('\n\n') + 2);
}

export async function parentsOf({ git, gitDir }: Vault, sha: Sha): Promise<Sha[]> {
  const line = await gitLine(git, { args: ['rev-list', '--parents', '--max-count=1', sha], gitDir });
  return line
    .split(' ')
    .slice(1)
    .map((parent) => Sha.parse(parent));
}

export async function isAncestor({ git, gitDir }: Vault, ancestor: Sha, of: Sha): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, of];
  const answer = await git.run({ args, gitDir, answers: [1, 128] });
  return answer.ok && answer.exitCode === 0;
}

export const AUTHOR = {
  GIT_AUTHOR_NAME: 'Assay',
  GIT_AUTHOR_EMAIL: 'assay@localhost',
  GIT_COMMITTER_NAME: 'Assay',
  GIT_COMMITTER_EMAIL: 'assay@localhost',
};

const dates = (date: string): Record<string, string> => ({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
