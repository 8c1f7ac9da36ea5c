import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { conversationFolders, sweepProgramHomes } from '#attempts/sandboxes/program-home.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { storedTexts } from '#engine/log/stored-texts.ts';
import type { Runs } from '#engine/runs.ts';
import type { Home } from '#host/home.ts';
import { removeFolder } from '#host/remove-folder.ts';
import { conversationOf } from '#sessions/chat/conversation-of.ts';
import { type ItemTotals, itemsIn, type StoredItem } from './stored-item.ts';

/** A running attempt may have stored something that no log names yet; no attempt takes that long. */
export const GRACE_MS = 24 * 3_600_000;

export interface Collected {
  readonly blobs: ItemTotals;
  readonly transcripts: ItemTotals;
  readonly conversations: ItemTotals;
  readonly homes: ItemTotals;
  readonly scratch: ItemTotals;
  readonly examples: ItemTotals;
}

export interface CollectOptions {
  /** Only reports what would be removed. */
  readonly dry: boolean;
  /** As if these were gone already. */
  readonly without: ReadonlySet<RunId>;
}

/** Removes what no run names: blobs, transcripts, agents' conversations and homes, scratch folders, examples. */
export async function collectUnused(runs: Runs, { dry, without }: CollectOptions): Promise<Collected> {
  const { home, store, clock } = runs;
  const left = (await store.list()).filter(({ run }) => !without.has(run));
  const ids = new Set<string>(left.map(({ run }) => run));
  const examples = await itemsIn(join(home.root, 'examples'));
  const named = await namesOf(home, left, without, new Set(examples.map(({ name }) => name)));
  const homes = new Set(
    await Promise.all(left.map(async ({ run }) => conversationFolders(home, await conversationOf(store, run)))),
  );
  const old = clock.now() - GRACE_MS;
  const isOld = ({ changedAt }: StoredItem): boolean => changedAt < old;
  const go = async (items: readonly StoredItem[], isWanted: (item: StoredItem) => boolean): Promise<ItemTotals> => {
    const unwanted = items.filter((item) => !isWanted(item));
    if (!dry) for (const { path } of unwanted) await removeFolder(path, join(home.root, 'trash'));
    return { count: unwanted.length, bytes: unwanted.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  const conversations = join(home.root, 'conversations');
  const collected = {
    blobs: await goneBlobs(home, named, old, dry),
    transcripts: await go(await itemsIn(join(home.root, 'transcripts')), ({ name }) => ids.has(name)),
    conversations: await go(
      await itemsIn(conversations),
      (item) => named.has(item.name.replace(/\.json$/, '')) || !isOld(item),
    ),
    homes: await go(await itemsIn(join(home.root, 'seats', 'conversations')), ({ path }) => homes.has(path)),
    scratch: await go(await itemsIn(join(home.cache, 'scratch')), (item) => !isOld(item)),
    examples: await go(examples, (item) => named.has(item.name) || !isOld(item)),
  };
  if (!dry) await sweepProgramHomes(home);
  return collected;
}

const NAMES = /[0-9a-f]{64}|native-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Everything that looks like the name of stored data, in the logs, in transcripts, and in blobs that are named; and of
 * the given words, those that occur in a log.
 */
async function namesOf(
  home: Home,
  left: readonly ListedRun[],
  without: ReadonlySet<RunId>,
  words: ReadonlySet<string>,
): Promise<Set<string>> {
  const named = new Set<string>();
  const open: string[] = [];
  const look = (text: string): void => {
    for (const [name] of text.matchAll(NAMES)) {
      if (named.has(name)) continue;
      named.add(name);
      open.push(name);
    }
  };
  for (const text of storedTexts(home.database, without)) {
    look(text);
    for (const word of words) if (!named.has(word) && text.includes(word)) named.add(word);
  }
  for (const { run } of left) {
    for (const { path } of await itemsIn(join(home.root, 'transcripts', run))) look(await textOf(path));
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name.length === 64) look(await textOf(join(home.blobs, name.slice(0, 2), name.slice(2))));
  }
  return named;
}

/** Not decoded: names are ASCII, and binary content has none. */
const textOf = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');

async function goneBlobs({ blobs }: Home, named: ReadonlySet<string>, old: number, dry: boolean): Promise<ItemTotals> {
  let [count, bytes] = [0, 0];
  const shelves = (await readdir(blobs).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const shelf of shelves) {
    for (const rest of await readdir(join(blobs, shelf)).catch(() => [])) {
      if (named.has(`${shelf}${rest}`)) continue;
      const path = join(blobs, shelf, rest);
      const found = await stat(path).catch(() => null);
      if (!found || found.mtimeMs >= old) continue;
      count += 1;
      bytes += found.size;
      if (!dry) await rm(path, { force: true });
    }
  }
  return { count, bytes };
}
