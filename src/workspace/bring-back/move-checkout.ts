import { randomBytes } from 'node:crypto';
import { lstat, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { makeFolder } from '#host/make-folder.ts';
import { exists } from '#host/remove-folder.ts';
import { explainSnapshot } from '../checkout/snapshot.ts';
import { copyWholeIndex } from '../git/copy-whole-index.ts';
import { gitBytes } from '../git/git.ts';
import { pathToBytes } from '../git/path-bytes.ts';
import { type EntryPair, parseEntries } from '../git/raw-diff.ts';
import { hostShell } from '../git/tree-shell.ts';
import type { StoreContext } from '../store-options.ts';
import type { Vault } from '../vault/vault.ts';
import type { CheckoutLock } from './checkout-lock.ts';
import { isPlainFile, nulList, privateFolderOf, treeOfFolder } from './folder-tree.ts';
import { inTheWay, type Obstacle } from './in-the-way.ts';
import { type PersonFolder, underwayIn } from './person-folder.ts';
import { filteredPaths, readIndex, storedOf } from './person-snapshot.ts';

export interface CheckoutMove {
  readonly vault: Vault;
  readonly folder: PersonFolder;
  readonly lock: CheckoutLock;
  readonly from: TreeHash;
  readonly to: TreeHash;
}

/**
 * Changes the files of a person's checkout from one tree to another, or says what is in the way and changes nothing.
 * Files that already have their new content are no obstacle, so a move that a crash interrupted is finished by
 * repeating it; a file that was half written at that moment is recognised by a note that a move was in progress.
 */
export async function moveCheckout(context: StoreContext, move: CheckoutMove): Promise<Obstacle | null> {
  const { vault, folder, from, to } = move;
  const changes = await entriesBetween(vault, from, to);
  const privateFolder = privateFolderOf(context.places, folder);
  const note = join(privateFolder, 'moving');
  const text = `${from} ${to}`;
  const begun = (await readFile(note, 'utf8').catch(() => '')) === text;
  const found = await findObstacle(context, move, changes, begun);
  if ('why' in found) return found;
  await makeFolder(privateFolder);
  await writeFile(note, text, { flush: true });
  for (const path of found.torn) await unlink(onDisk(folder.top, path)).catch(() => undefined);
  await writeFiles(context, move, [...changes.keys()], privateFolder);
  await rm(note, { force: true });
  return null;
}

/** Only reads. `torn`: half written by a move that was interrupted. */
async function findObstacle(
  context: StoreContext,
  { vault, folder, from }: CheckoutMove,
  changes: ReadonlyMap<string, EntryPair>,
  begun: boolean,
): Promise<Obstacle | { readonly torn: readonly string[] }> {
  const { git } = context;
  const underway = await underwayIn(folder.gitDir);
  const index = await readIndex(git, folder);
  const filtered = await filteredPaths(git, folder, index);
  const stuck = inTheWay.begunOrOdd({ underway, index, filtered, changes });
  if (stuck) return stuck;

  const also = [...changes].filter(([, { old }]) => isNothing(old)).map(([path]) => path);
  const stored = await storedOf(folder, index, filtered);
  const view = { tracked: index.entries, asStored: stored, untracked: false, also };
  const { tree } = await treeOfFolder(context, vault, folder, view);
  const work = await entriesBetween(vault, from, tree);
  const torn: string[] = [];
  const dirty: string[] = [];
  for (const [path, { now }] of work) {
    const wanted = changes.get(path)?.now;
    if (wanted && same(wanted, now)) continue;
    if (begun && wanted && (await isTorn(vault, folder.top, path, wanted.hash))) torn.push(path);
    else dirty.push(path);
  }
  for (const [path, { now }] of await staged(context, folder, from)) {
    const wanted = changes.get(path)?.now;
    if (!(wanted && same(wanted, now)) && !dirty.includes(path)) dirty.push(path);
  }
  if (dirty.length > 0) return inTheWay.dirty(dirty);
  const covered = await inTheWay.collisions(vault, folder.top, from, also);
  return covered.length > 0 ? inTheWay.untracked(covered) : { torn };
}

export const isNothing = ({ hash }: { readonly hash: string }): boolean => /^0+$/.test(hash);
const same = (a: EntryPair['now'], b: EntryPair['now']): boolean => a.mode === b.mode && a.hash === b.hash;
const onDisk = (top: string, path: string): Buffer => Buffer.concat([Buffer.from(`${top}/`), pathToBytes(path)]);

/** git opens a file again and then writes it: a kill leaves nothing, or the beginning of the new content. */
async function isTorn({ git, gitDir }: Vault, top: string, path: string, hash: string): Promise<boolean> {
  const file = onDisk(top, path);
  if (!(await lstat(file).catch(() => null))) return true;
  if (isNothing({ hash }) || !(await isPlainFile(top, path))) return false;
  const [there, wanted] = [await readFile(file), await gitBytes(git, { args: ['cat-file', 'blob', hash], gitDir })];
  return there.length < wanted.length && wanted.subarray(0, there.length).equals(there);
}

async function entriesBetween({ git, gitDir }: Vault, from: TreeHash, to: TreeHash): Promise<Map<string, EntryPair>> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--no-ext-diff'];
  return parseEntries(await gitBytes(git, { args: [...args, '--ignore-submodules=none', from, to], gitDir }));
}

/** The person's index compared with a tree that their repository has. */
async function staged({ git }: StoreContext, { top }: PersonFolder, from: TreeHash): Promise<Map<string, EntryPair>> {
  const args = ['diff-index', '--cached', '-z', '--raw', '--no-renames', '--no-abbrev', '--no-ext-diff'];
  return parseEntries(await gitBytes(git, { args: [...args, '--ignore-submodules=none', from, '--'], cwd: top }));
}

const MOVE = `cd -- "$GIT_WORK_TREE" &&
git update-index -z --add --replace --stdin <"$3" &&
git read-tree -m -u "$1" "$2"`;

/** With the vault as git directory: the person's settings cannot name a program to run. */
async function writeFiles(
  { options }: StoreContext,
  { vault, folder, lock, from, to }: CheckoutMove,
  changed: readonly string[],
  privateFolder: string,
): Promise<void> {
  const own = join(privateFolder, `move.${randomBytes(6).toString('hex')}`);
  const names = `${own}.names`;
  const there: string[] = [];
  for (const path of changed) if (await isPlainFile(folder.top, path)) there.push(path);
  try {
    await writeFile(names, nulList(there));
    const index = join(folder.gitDir, 'index');
    if (await exists(index)) await copyWholeIndex(vault.git, folder.gitDir, own, privateFolder);
    else
      await gitBytes(vault.git, { args: ['read-tree', '--empty'], gitDir: vault.gitDir, env: { GIT_INDEX_FILE: own } });
    const answer = await hostShell(options.path).run({
      ...{ script: MOVE, args: [from, to, names], treeWritable: true, indexFile: own, timeoutMs: 30 * 60_000 },
      ...{ tree: folder.top, gitDir: vault.gitDir, privateFolder, config: folder.config },
    });
    if (!answer.ok) throw explainSnapshot(answer);
    await lock.install(own);
  } finally {
    await Promise.all([own, `${own}.lock`, names].map((file) => rm(file, { force: true })));
  }
}
