import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Sha } from '#contracts/workspace.ts';
import { exists } from '#host/remove-folder.ts';
import { type Git, gitBytes, gitLine, must } from '../git/git.ts';
import { type GitRepository, unfit } from '../git/repository.ts';

/** One checkout of the person's: the main one or a worktree. It never decides what is run. */
export interface PersonFolder {
  readonly top: string;
  /** Its own git directory, with HEAD and the index. */
  readonly gitDir: string;
  /** Of the repository. */
  readonly commonDir: string;
  /** Null before the first commit. */
  readonly head: Sha | null;
  /** `refs/heads/…`, or null where HEAD is detached. */
  readonly ref: string | null;
  /** Settings of the person's that only decide how files are read and written. */
  readonly config: readonly string[];
}

export async function readPersonFolder(git: Git, repository: GitRepository, folder: string): Promise<PersonFolder> {
  // Not cached: all of this is asked at once, of one process.
  const cwd = folder === repository.folder ? folder : await realpath(folder);
  const ask = async (...args: string[]): Promise<string> => gitLine(git, { args: ['rev-parse', ...args], cwd });
  const [top, gitDir, common, { head, ref }, config] = await Promise.all([
    realTopOf(git, cwd),
    ask('--absolute-git-dir').then((path) => realpath(path)),
    ask('--git-common-dir').then((path) => realpath(resolve(cwd, path))),
    readHead(git, cwd),
    harmlessConfig(git, cwd),
  ]);
  if (common !== repository.commonDir)
    throw unfit(`${folder} belongs to another repository than ${repository.folder}.`, 'Run `git worktree repair`.');
  return {
    top,
    gitDir,
    commonDir: common,
    head,
    ref,
    config,
  };
}

export const realTopOf = async (git: Git, cwd: string): Promise<string> =>
  realpath(await gitLine(git, { args: ['rev-parse', '--show-toplevel'], cwd }));

/** Both with one process where there is a commit; before the first one, or where HEAD is damaged, with one each. */
async function readHead(git: Git, cwd: string): Promise<Pick<PersonFolder, 'head' | 'ref'>> {
  const both = await git.run({ args: ['rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'], cwd });
  if (both.ok) {
    const [sha, name = ''] = both.stdout.toString('utf8').split('\n');
    return { head: Sha.parse(sha), ref: name.startsWith('refs/') ? name : null };
  }
  const head = must(await git.run({ args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], cwd, answers: [1] }));
  const ref = must(await git.run({ args: ['symbolic-ref', '--quiet', 'HEAD'], cwd, answers: [1] }));
  return {
    head: Sha.safeParse(head.stdout.toString('latin1').trim()).data ?? null,
    ref: ref.exitCode === 0 ? ref.stdout.toString('utf8').trim() : null,
  };
}

/** The checkouts on a branch. */
export async function foldersOn(git: Git, repository: GitRepository, ref: string): Promise<string[]> {
  const listing = await gitBytes(git, { args: ['worktree', 'list', '--porcelain', '-z'], cwd: repository.folder });
  const folders: string[] = [];
  for (const record of listing.toString('utf8').split('\0\0')) {
    const fields = record.split('\0');
    const path = fields.find((field) => field.startsWith('worktree '))?.slice('worktree '.length);
    if (path === undefined || fields.includes('bare') || !(await exists(path))) continue;
    if (fields.includes(`branch ${ref}`)) folders.push(path);
  }
  return folders;
}

/** A rebase leaves HEAD detached and moves the branch when it ends: until then the branch is the person's. */
export async function rebaseOf({ commonDir }: GitRepository, ref: string): Promise<string | null> {
  const linked = await readdir(join(commonDir, 'worktrees')).catch(() => []);
  for (const gitDir of [commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))])
    for (const file of ['rebase-merge/head-name', 'rebase-apply/head-name']) {
      const name = await readFile(join(gitDir, file), 'utf8').catch(() => '');
      if (name.trim() === ref) return gitDir;
    }
  return null;
}

const UNDERWAY: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  BISECT_LOG: 'bisect',
};

/** An operation in progress in a checkout. */
export async function underwayIn(gitDir: string): Promise<string | null> {
  for (const [file, name] of Object.entries(UNDERWAY)) if (await exists(join(gitDir, file))) return name;
  return null;
}

/** Each can only be one of a few words: none names a program or a path. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  'core.autocrlf': /^(true|false|input)$/i,
  'core.eol': /^(lf|crlf|native)$/i,
  'core.filemode': /^(true|false)$/i,
  'core.symlinks': /^(true|false)$/i,
  'core.ignorecase': /^(true|false)$/i,
  'core.precomposeunicode': /^(true|false)$/i,
};

async function harmlessConfig(git: Git, cwd: string): Promise<string[]> {
  const names = Object.keys(HARMLESS).map((name) => name.slice('core.'.length));
  const args = ['config', '-z', '--get-regexp', `^core\\.(${names.join('|')})$`];
  const answer = must(await git.run({ args, cwd, answers: [1] }));
  return answer.stdout
    .toString('utf8')
    .split('\0')
    .map((pair) => pair.split('\n'))
    .filter(([name = '', value = '']) => HARMLESS[name]?.test(value))
    .map(([name, value]) => `${name}=${value}`);
}
