import { createHash, randomBytes } from 'node:crypto';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TreeHash } from '#contracts/ids.ts';
import { makeFolder } from '#host/make-folder.ts';
import { exists } from '#host/remove-folder.ts';
import { explainSnapshot, ifAny, SNAPSHOT } from '../checkout/snapshot.ts';
import { copyIndex } from '../git/copy-index.ts';
import { gitBytes } from '../git/git.ts';
import { kindIn } from '../git/history.ts';
import { pathFromBytes, pathToBytes, splitNul } from '../git/path-bytes.ts';
import { listTree } from '../git/survey.ts';
import { hostShell } from '../git/tree-shell.ts';
import type { StoreFolders } from '../store-folders.ts';
import type { StoreContext } from '../store-options.ts';
import type { Vault } from '../vault/vault.ts';
import type { PersonFolder } from './person-folder.ts';

export interface FolderTree {
  readonly tree: TreeHash;
  /** Folders that are repositories of their own. */
  readonly nested: readonly string[];
}

export interface FolderView {
  /** The content of the person's index. */
  readonly tracked: readonly IndexEntry[];
  /** Taken from here instead of from the file: absent on purpose (sparse), or needs a filter to be read. */
  readonly asStored: readonly { readonly mode: string; readonly hash: string; readonly path: string }[];
  readonly untracked: boolean;
  /** Also these, if they exist, tracked or not. */
  readonly also?: readonly string[];
}

export interface IndexEntry {
  readonly mode: string;
  readonly hash: string;
  readonly path: string;
}

const TIMEOUT_MS = 300_000;

/** Only tracked files, and the named ones. */
const TRACKED = SNAPSHOT.replace('--others --modified', '--modified');

/**
 * `$3`: no longer to be included. `$4`: tracked by the person, new to us. `$5`: entries that stay as they are stored.
 */
const scriptFor = (untracked: boolean): string =>
  `cd -- "$GIT_WORK_TREE" &&
${ifAny('$3', 'git update-index -z --force-remove --stdin')} &&
${ifAny('$4', 'git update-index -z --add --remove --replace --stdin')} &&
${(untracked ? SNAPSHOT : TRACKED).replace(/git write-tree$/, () => `${ifAny('$5', 'git update-index -z --index-info')} &&\ngit write-tree`)}`;

/**
 * The tree of the files of a person's checkout. The git directory is the vault and the index is one of ours, kept from
 * last time: flags and times in the person's index, which an agent can write there, are not trusted; only its list of
 * names is.
 */
export async function treeOfFolder(
  { options, places }: StoreContext,
  vault: Vault,
  folder: PersonFolder,
  view: FolderView,
): Promise<FolderTree> {
  const privateFolder = privateFolderOf(places, folder);
  const kept = join(privateFolder, 'index');
  const own = join(privateFolder, `next.${randomBytes(6).toString('hex')}`);
  const file = (name: string): string => `${own}.${name}`;
  await makeFolder(privateFolder);
  try {
    if (await exists(kept)) await copyIndex(kept, own);
    else await startIndex(vault, folder, own);
    await writeFile(file('exclude'), await excludesOf(folder, options.excludesFile));
    const { gone, added } = await membership(vault, folder, own, file('exclude'), view);
    await writeFile(file('gone'), nulList(gone));
    await writeFile(file('added'), nulList(added));
    await writeFile(file('stored'), indexInfo(view.asStored));
    const answer = await hostShell(options.path).run({
      ...{ script: scriptFor(view.untracked), treeWritable: false, indexFile: own, timeoutMs: TIMEOUT_MS },
      ...{ tree: folder.top, gitDir: vault.gitDir, privateFolder, durable: true },
      args: ['names', 'exclude', 'gone', 'added', 'stored'].map(file),
      config: folder.config,
    });
    if (!answer.ok) throw explainSnapshot(answer);
    const tree = TreeHash.parse(answer.text);
    // A caller that takes a snapshot reads it next: start git while we clean up here.
    for (const asked of [kindIn(vault, vault.gitDir, tree), listTree(vault, tree)]) asked.catch(() => {});
    const listed = splitNul(await readFile(file('names'))).map(pathFromBytes);
    if (view.untracked) await rename(own, kept);
    return {
      tree,
      nested: listed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
    };
  } finally {
    const rest = ['', '.lock', '.names', '.exclude', '.gone', '.added', '.stored'];
    await Promise.all(rest.map((end) => rm(`${own}${end}`, { force: true })));
  }
}

/** Where we keep our data about one checkout. */
export const privateFolderOf = ({ folders }: StoreFolders, { top }: PersonFolder): string =>
  join(folders, createHash('sha256').update(top).digest('hex').slice(0, 16));

async function startIndex({ git, gitDir }: Vault, { head }: PersonFolder, index: string): Promise<void> {
  await gitBytes(git, { args: ['read-tree', head ?? '--empty'], gitDir, env: { GIT_INDEX_FILE: index } });
}

/** Which entries to drop from our index (now ignored, and not tracked), and which to add by name. */
async function membership(
  { git, gitDir }: Vault,
  folder: PersonFolder,
  index: string,
  excludes: string,
  view: FolderView,
): Promise<{ gone: string[]; added: string[] }> {
  const list = async (...args: string[]): Promise<string[]> => {
    const request = { args: ['ls-files', '-z', ...args], gitDir, workTree: folder.top };
    return splitNul(await gitBytes(git, { ...request, env: { GIT_INDEX_FILE: index } })).map(pathFromBytes);
  };
  const [cached, ignored] = await Promise.all([
    list('--cached'),
    view.untracked ? list('--cached', '--ignored', '--exclude-standard', `--exclude-from=${excludes}`) : null,
  ]);
  const ours = new Set(cached);
  const theirs = new Set(view.tracked.map(({ path }) => path));
  const dropped = ignored ?? cached;
  const wanted = [
    ...view.tracked.filter(({ mode, path }) => mode !== '160000' && !ours.has(path)).map(({ path }) => path),
    ...(view.also ?? []),
  ];
  const added: string[] = [];
  for (const path of wanted) if (await isPlainFile(folder.top, path)) added.push(path);
  const also = new Set(view.also);
  return { gone: dropped.filter((path) => !theirs.has(path) && !also.has(path)), added };
}

/** A file or link that is reached through real folders only: git refuses to look beyond a link. */
export async function isPlainFile(top: string, path: string): Promise<boolean> {
  let at: Buffer = Buffer.from(top);
  const parts = splitSlash(pathToBytes(path));
  for (const [n, part] of parts.entries()) {
    at = Buffer.concat([at, Buffer.from('/'), part]);
    const found = await lstat(at).catch(() => null);
    if (!found) return false;
    if (n < parts.length - 1 ? !found.isDirectory() : !(found.isFile() || found.isSymbolicLink())) return false;
  }
  return true;
}

function splitSlash(path: Buffer): Buffer[] {
  return path
    .toString('latin1')
    .split('/')
    .map((part) => Buffer.from(part, 'latin1'));
}

async function excludesOf({ commonDir }: PersonFolder, excludesFile?: string): Promise<string> {
  const files = [join(commonDir, 'info/exclude'), ...(excludesFile === undefined ? [] : [excludesFile])];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.map((text) => `${text}\n`).join('');
}

export const nulList = (paths: readonly string[]): Buffer =>
  Buffer.concat(paths.flatMap((path) => [pathToBytes(path), Buffer.of(0)]));

const indexInfo = (entries: FolderView['asStored']): Buffer =>
  Buffer.concat(
    entries.flatMap(({ mode, hash, path }) => [Buffer.from(`${mode} ${hash}\t`), pathToBytes(path), Buffer.of(0)]),
  );
