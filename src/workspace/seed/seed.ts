import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '#contracts/workspace.ts';
import { type Prepared, prepareOnce, type Shelf } from '#host/prepare-once.ts';
import { gitBytes } from '../git/git.ts';
import { UPLOAD_PACK } from '../git/git-env.ts';
import type { GitRepository } from '../git/repository.ts';
import { Survey, surveyTree } from '../git/survey.ts';
import type { Vault } from '../vault/vault.ts';

/** The branch that an agent finds itself on. */
export const BRANCH = 'assay';

export type Seed = Prepared<Survey>;

/** A `.git` ready to be copied into a workspace. */
export const dotGitOf = (seed: Seed): string => join(seed.folder, 'dot-git');

/**
 * One seed per base commit: a git directory with that commit's history and nothing else, no other branch, no tag, no
 * remote, no hook, no alternate. Workspaces copy it, so they share no file with each other and cannot reach an object
 * that was written after the fork.
 */
export function prepareSeed(
  vault: Vault,
  shelf: Shelf,
  { objectFormat, key }: GitRepository,
  sha: Sha,
  signal?: AbortSignal,
): Promise<Seed> {
  const { git } = vault;
  return prepareOnce({
    shelf,
    key: `${sha}-${key}`,
    info: Survey,
    signal,
    async build(folder) {
      const gitDir = join(folder, 'dot-git');
      const format = `--object-format=${objectFormat}`;
      // Not bare, so that git detects what this disk supports (links, case, modes) and writes it into the
      // configuration.
      await gitBytes(git, {
        args: ['init', '--quiet', '--template=', format, `--separate-git-dir=${gitDir}`, join(folder, 'empty')],
      });
      await gitBytes(git, {
        args: [
          ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--update-shallow', '--update-head-ok'],
          ...['--upload-pack', UPLOAD_PACK, '--', vault.gitDir, `+${sha}:refs/heads/${BRANCH}`],
        ],
        gitDir,
        timeoutMs: 30 * 60_000,
        signal,
        durable: true,
      });
      await gitBytes(git, { args: ['symbolic-ref', 'HEAD', `refs/heads/${BRANCH}`], gitDir });
      for (const [name, value] of AGENT_CONFIG) await gitBytes(git, { args: ['config', name, value], gitDir });
      await gitBytes(git, { args: ['config', '--unset-all', 'core.worktree'], gitDir, answers: [5] });
      await rm(join(gitDir, 'logs'), { recursive: true, force: true }); // it names the source repository
      return surveyTree(vault, sha, join(folder, 'survey.index'));
    },
  });
}

/** An agent may commit in its checkout; no other process ever reads that. */
export const AGENT_CONFIG = [
  ['user.name', 'agent'],
  ['user.email', 'agent@localhost'],
  ['gc.auto', '0'],
] as const;
