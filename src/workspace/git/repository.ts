import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { Sha } from '#contracts/workspace.ts';
import { type Git, gitLine, must } from './git.ts';

/** What we need to know of the person's repository. We only ever read from it, by fetching. */
export interface GitRepository {
  /** The folder that was named. */
  readonly folder: string;
  /** Shared by all its worktrees; identifies the repository. */
  readonly commonDir: string;
  readonly key: string;
  /** The person has a checkout there; a bare repository has none. */
  readonly hasFiles: boolean;
  readonly objectFormat: string;
}

/** The folder last: its name may contain anything. */
const ASK = ['--show-object-format', '--is-inside-work-tree', '--git-common-dir'];

export async function readRepository(git: Git, folder: string): Promise<GitRepository> {
  const cwd = await realpath(folder).catch(() => {
    throw unfit(`There is no folder ${folder}.`, 'Name a folder inside a git repository.');
  });
  const asked = await git.run({ args: ['rev-parse', ...ASK], cwd });
  if (!asked.ok) {
    if (asked.kind === 'unstartable') must(asked);
    throw unfit(
      `${folder} is not a git repository: ${asked.error.message}`,
      'Run `git init` there and commit, or name another.',
    );
  }
  const [objectFormat, inTree, ...rest] = asked.stdout.toString('utf8').split('\n');
  const common = rest.slice(0, -1).join('\n');
  if (!common || !objectFormat) throw unfit(`git does not understand ${folder}.`, 'Run `git fsck` there.');
  const commonDir = await realpath(resolve(cwd, common));
  return {
    folder: cwd,
    commonDir,
    key: createHash('sha256').update(commonDir).digest('hex').slice(0, 16),
    hasFiles: inTree === 'true',
    objectFormat,
  };
}

/** The top of the person's checkout; undefined where the repository is bare. */
export async function checkoutTop(git: Git, { folder, hasFiles }: GitRepository): Promise<string | undefined> {
  return hasFiles ? gitLine(git, { args: ['rev-parse', '--show-toplevel'], cwd: folder }) : undefined;
}

/** The commit that a branch, tag or hash names in the person's repository. */
export async function resolveCommit(git: Git, repository: GitRepository, revision: string): Promise<Sha> {
  const unknown = (why: string, next: string): AssayError => new AssayError('REVISION_UNKNOWN', why, { next });
  if (revision.startsWith('-') || revision === '')
    throw unknown(`"${revision}" is not the name of a commit.`, 'Name a branch, a tag or a commit hash.');
  const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
  const found = await git.run({ args, cwd: repository.folder, answers: [1, 128] });
  const sha = Sha.safeParse(must(found).stdout.toString('utf8').trim());
  if (sha.success) return sha.data;
  if (!(await hasCommits(git, repository)))
    throw unfit(`The repository ${repository.folder} has no commits yet.`, 'Make a first commit, then try again.');
  const broken = await git.run({ args: ['rev-parse', '--verify', revision], cwd: repository.folder });
  const said = broken.ok ? 'it is not a commit' : broken.error.message;
  throw unknown(`"${revision}" names no commit in ${repository.folder}: ${said}`, 'See `git branch -a` and `git log`.');
}

/** A partial clone: some objects are only on a server. */
export async function isPartial(git: Git, { folder }: GitRepository): Promise<boolean> {
  const args = ['config', '--get-regexp', '^remote\\..*\\.promisor$'];
  const found = await git.run({ args, cwd: folder, answers: [1] });
  return found.ok && found.exitCode === 0;
}

async function hasCommits(git: Git, { folder }: GitRepository): Promise<boolean> {
  const any = await git.run({ args: ['rev-list', '--all', '--max-count=1'], cwd: folder });
  return !any.ok || any.stdout.length > 0;
}

export const unfit = (why: string, next: string): AssayError => new AssayError('REPOSITORY_UNFIT', why, { next });
