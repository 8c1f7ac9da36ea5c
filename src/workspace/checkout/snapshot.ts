import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, isErrorCode } from '#contracts/errors.ts';
import { TreeHash } from '#contracts/ids.ts';
import { copyIndex } from '../git/copy-index.ts';

import { pathFromBytes, splitNul } from '../git/path-bytes.ts';
import type { TreeAnswer, TreeRequest, TreeShell } from '../git/tree-shell.ts';

/** The parts of a checkout; an agent can reach only `tree`. */
export interface TreePlace {
  readonly tree: string;
  readonly gitDir: string;
  /** index, exclude */
  readonly privateFolder: string;
}

export interface TreeSnapshot {
  readonly tree: TreeHash;
  /** Folders that are repositories of their own, whose files are not in the tree. */
  readonly nested: readonly string[];
  /** The index becomes the one to start from next time. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

const TIMEOUT_MS = 300_000;

/** Part of a script: a command that is given a list of names, if there are any. A process costs more than looking. */
export const ifAny = (list: string, command: string): string => `{ [ ! -s "${list}" ] || ${command} <"${list}"; }`;

/**
 * Not `git add`: for a folder that is a repository of its own it runs `git status` inside it, under a configuration
 * that the agent wrote. These commands only read files. What is gone, has become a folder or lies behind a link, leaves
 * the index first. The lists of names go through a file, as bytes. The refresh is for the sandbox, where files seem to
 * have another owner than outside: without it every command would read every file again.
 */
export const SNAPSHOT = `cd -- "$GIT_WORK_TREE" &&
{ git update-index -q --ignore-submodules --refresh || :; } &&
git diff-files -z --name-only --diff-filter=D --ignore-submodules=all --no-ext-diff >"$1" &&
${ifAny('$1', 'git update-index -z --force-remove --stdin')} &&
git ls-files -z --others --modified --exclude-standard --exclude-from="$2" >"$1" &&
${ifAny('$1', 'git update-index -z --add --remove --replace --stdin')} &&
git write-tree`;

const FILL = 'cd -- "$GIT_WORK_TREE" && git read-tree --reset -u "$1"';
/** Besides the files of the trees: a file that someone added to a folder that was filled ahead. */
const REFILL = `${FILL} && git clean -ffdxq`;
const MOVE = `cd -- "$GIT_WORK_TREE" &&
{ git update-index -q --ignore-submodules --refresh || :; } &&
git read-tree -m -u "$1" "$2"`;

/** The tree of the current files. */
export async function takeSnapshot(
  shell: TreeShell,
  place: TreePlace,
  options: { readonly timeoutMs?: number; readonly durable?: boolean; readonly signal?: AbortSignal } = {},
): Promise<TreeSnapshot> {
  await refuseReplaced(place.tree);
  const index = join(place.privateFolder, 'index');
  const next = join(place.privateFolder, 'index.next');
  const names = join(place.privateFolder, 'names');
  const discard = async (): Promise<void> => {
    await Promise.all([next, `${next}.lock`, names].map((file) => rm(file, { force: true })));
  };
  await discard();
  await copyIndex(index, next);
  const answer = await shell.run({
    ...requestFor(place, next, options),
    script: SNAPSHOT,
    args: [names, join(place.privateFolder, 'exclude')],
    treeWritable: false,
    durable: options.durable ?? false,
  });
  if (!answer.ok) {
    await discard();
    throw explainSnapshot(answer);
  }
  const listed = splitNul(await readFile(names)).map(pathFromBytes);
  return {
    tree: TreeHash.parse(answer.text),
    nested: listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
    discard,
    async keep() {
      await rename(next, index);
      await discard();
    },
  };
}

/** Fills an empty folder with a tree. */
export const fillTree = filling(FILL);

/** Makes a folder that was filled with another tree contain exactly this one, whatever was changed in it since. */
export const refillTree = filling(REFILL);

function filling(script: string) {
  return async (shell: TreeShell, place: TreePlace, tree: string, signal?: AbortSignal): Promise<void> => {
    const request = requestFor(place, join(place.privateFolder, 'index'), { ...(signal && { signal }) });
    const answer = await shell.run({ ...request, script, args: [tree], treeWritable: true });
    if (!answer.ok) throw explainSnapshot(answer);
  };
}

/** Changes the files from one tree to another. They must be at the first. */
export async function moveTree(shell: TreeShell, place: TreePlace, from: string, to: string): Promise<void> {
  const request = requestFor(place, join(place.privateFolder, 'index'), {});
  const answer = await shell.run({ ...request, script: MOVE, args: [from, to], treeWritable: true });
  if (!answer.ok) throw explainSnapshot(answer);
}

type Rest = Omit<TreeRequest, 'script' | 'args' | 'treeWritable'>;

function requestFor(
  { tree, gitDir, privateFolder }: TreePlace,
  indexFile: string,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
): Rest {
  const { timeoutMs = TIMEOUT_MS, signal } = options;
  return { tree, gitDir, privateFolder, indexFile, timeoutMs, signal };
}

async function refuseReplaced(tree: string): Promise<void> {
  const found = await lstat(tree).catch(() => null);
  if (found?.isDirectory()) return;
  throw new AssayError('UNCOMMITTABLE', `${tree} is no longer a folder.`, {
    next: 'Close this workspace and make a new one.',
  });
}

export function explainSnapshot(answer: Extract<TreeAnswer, { ok: false }>): AssayError {
  const { code, message, next } = answer.error;
  return new AssayError(isErrorCode(code) ? code : 'UNCOMMITTABLE', message, next === undefined ? {} : { next });
}

export function embeddedRepository(paths: readonly string[]): AssayError {
  return new AssayError(
    'UNCOMMITTABLE',
    `${paths.join(', ')} ${paths.length === 1 ? 'is a git repository' : 'are git repositories'} inside the workspace; git would store a link to it and not its files.`,
    { next: 'Remove the `.git` in it to commit its files, or list it in .gitignore.' },
  );
}

/** git silently leaves out files in a submodule's folder. */
export async function refuseInSubmodules(tree: string, submodules: readonly string[]): Promise<void> {
  for (const path of submodules) {
    const inside = await readdir(join(tree, path)).catch(() => []);
    if (inside.length > 0)
      throw new AssayError(
        'UNCOMMITTABLE',
        `There are files in ${path}, which is a submodule: they cannot be committed.`,
        {
          next: `Remove them from ${path}, or put them elsewhere.`,
        },
      );
  }
}
