import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutState } from '#contracts/repository.ts';
import { tooBig } from '#host/disk-use.ts';
import { emptyTree } from '../commit/merge.ts';
import { type Git, gitBytes, gitError, must } from '../git/git.ts';
import { treeAt } from '../git/history.ts';
import { pathFromBytes, splitNul } from '../git/path-bytes.ts';
import { readRepository, unfit } from '../git/repository.ts';
import { filtersOf, refuseUnfit } from '../git/survey.ts';
import type { StoreContext } from '../store-options.ts';
import { importSeen, openVault } from '../vault/vault.ts';
import { type FolderView, type IndexEntry, isPlainFile, nulList, treeOfFolder } from './folder-tree.ts';
import { type PersonFolder, readPersonFolder, realTopOf, underwayIn } from './person-folder.ts';

/** A person's checkout as it is, without changing their index, their repository or their files. */
export async function snapshotOf(context: StoreContext, named: string): Promise<CheckoutState> {
  const { git, places } = context;
  const repository = await readRepository(git, named);
  if (!repository.hasFiles) throw unfit(`${named} is not in a checkout.`, 'Name a folder with the files checked out.');
  const vault = await openVault(git, places.vaults, repository);
  // All of these only read.
  const top = await realTopOf(git, repository.folder);
  const [folder, index, ignored, changed] = await Promise.all([
    readPersonFolder(git, repository, repository.folder),
    readIndex(git, { top }),
    ignoredPaths(context, { top }),
    changedInIndex(git, { top }),
    refuseOversize(context, { top }),
  ]);
  const [unmeasured] = await Promise.all([
    filteredPaths(git, folder, index),
    folder.head ? importSeen(vault, repository, folder.head) : null,
  ]);
  const staged = changed ?? index.entries.map(({ path }) => path);
  refuseFilters(context, unmeasured);
  const view = { tracked: index.entries, asStored: await storedOf(folder, index, unmeasured), untracked: true };
  const { tree, nested } = await treeOfFolder(context, vault, folder, view);
  const before = folder.head ? await treeAt(vault, folder.head) : await emptyTree(vault);
  return {
    ...{ folder: folder.top, head: folder.head, branch: folder.ref?.replace(/^refs\/heads\//, '') ?? null },
    ...{ tree, dirty: tree !== before || nested.length > 0, nested },
    ...{ staged, ignored },
    ...{ assumeUnchanged: index.assumed, skipWorktree: index.skipped, unmerged: index.unmerged },
    unmeasured: unmeasured.map(({ path }) => path),
    underway: await underwayIn(folder.gitDir),
  };
}

export interface PersonIndex {
  readonly entries: readonly IndexEntry[];
  readonly unmerged: readonly string[];
  readonly assumed: readonly string[];
  readonly skipped: readonly string[];
}

/** The names in the person's index, and the flags that hide changes from `git status`. */
export async function readIndex(git: Git, { top }: Pick<PersonFolder, 'top'>): Promise<PersonIndex> {
  const args = ['ls-files', '-s', '-v', '-z', '--full-name'];
  const entries: IndexEntry[] = [];
  const unmerged = new Set<string>();
  const assumed: string[] = [];
  const skipped: string[] = [];
  for (const record of splitNul(await gitBytes(git, { args, cwd: top }))) {
    const tab = record.indexOf(0x09);
    const [tag = '', mode = '', hash = '', stage] = record.subarray(0, tab).toString('latin1').split(' ');
    const path = pathFromBytes(record.subarray(tab + 1));
    if (/[a-z]/.test(tag)) assumed.push(path);
    if (/S/i.test(tag)) skipped.push(path);
    if (stage !== '0') {
      if (unmerged.has(path)) continue;
      unmerged.add(path);
    }
    entries.push({ mode, hash, path });
  }
  return { entries, unmerged: [...unmerged], assumed, skipped };
}

/** A file that is absent because the checkout is sparse is not deleted; one under a filter cannot be read here. */
export async function storedOf(
  folder: PersonFolder,
  { entries, skipped }: PersonIndex,
  filtered: readonly { readonly path: string }[],
): Promise<FolderView['asStored']> {
  const absent = new Set(skipped);
  const unread = new Set(filtered.map(({ path }) => path));
  const stored: IndexEntry[] = [];
  for (const entry of entries) {
    if (unread.has(entry.path)) stored.push(entry);
    else if (absent.has(entry.path) && !(await isPlainFile(folder.top, entry.path))) stored.push(entry);
  }
  return stored;
}

/** Attributes as the checkout has them, including those in `.git/info`; reading them runs nothing. */
export async function filteredPaths(
  git: Git,
  { top }: PersonFolder,
  { entries }: PersonIndex,
): Promise<{ path: string; filter: string }[]> {
  const stdin = nulList(entries.map(({ path }) => path));
  return filtersOf(await gitBytes(git, { args: ['check-attr', '-z', '--stdin', 'filter'], cwd: top, stdin }));
}

function refuseFilters({ options }: StoreContext, filtered: { path: string; filter: string }[]): void {
  const survey = { files: 0, bytes: 0, submodules: [], filtered, caseClashes: [] };
  refuseUnfit(survey, { submodules: 'leave-empty', filters: options.allow?.filters ?? 'refuse' }, true);
}

/** What is staged for the next commit; null before the first one. */
async function changedInIndex(git: Git, { top }: Pick<PersonFolder, 'top'>): Promise<string[] | null> {
  const args = ['diff-index', '--cached', '--no-renames', '--no-ext-diff', '--name-only', '-z', 'HEAD', '--'];
  const asked = await git.run({ args, cwd: top });
  if (asked.ok) return splitNul(asked.stdout).map(pathFromBytes);
  const born = await git.run({ args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], cwd: top, answers: [1] });
  if (must(born).exitCode === 1) return null;
  throw gitError(asked);
}

const excludes = ({ options }: StoreContext): string[] =>
  options.excludesFile === undefined ? [] : ['-c', `core.excludesFile=${options.excludesFile}`];

async function ignoredPaths(context: StoreContext, { top }: Pick<PersonFolder, 'top'>): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await gitBytes(context.git, { args: [...excludes(context), ...args], cwd: top });
  const paths = splitNul(listed).map(pathFromBytes);
  const whole = new Set(paths.filter((path) => path.endsWith('/')));
  // git also lists what is in a folder that it has listed.
  return paths.filter((path) => !parentsOf(path).some((folder) => whole.has(folder)));
}

const parentsOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)).filter((folder) => folder !== path);

/** Untracked files are copied into history, so there is a limit. */
async function refuseOversize(context: StoreContext, { top }: Pick<PersonFolder, 'top'>): Promise<void> {
  const args = [...excludes(context), 'ls-files', '-z', '--others', '--exclude-standard'];
  let bytes = 0;
  for (const path of splitNul(await gitBytes(context.git, { args, cwd: top })))
    bytes += (await lstat(join(top, pathFromBytes(path))).catch(() => null))?.size ?? 0;
  if (bytes > context.workspaceBytes)
    throw tooBig(
      `The untracked files in ${top} are too large to be taken along`,
      bytes,
      context.workspaceBytes,
      'List what is not work in .gitignore, or raise the limit.',
    );
}
