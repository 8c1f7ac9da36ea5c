import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunId, Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Runs } from '#engine/runs.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import type { Home } from '#host/home.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { ChatFold, FoldedChat } from './chat-fold.ts';

/** A stored fold with another version is rebuilt from the log. */
const VERSION = 1;
/** How many events are read one by one at most; about 250 messages. */
export const KEPT_EVERY = 2_000;

interface KeptFold {
  readonly v: number;
  /** The last event it has seen: a log with another one at that place is another log. */
  readonly last: string;
  readonly fold: FoldedChat;
}

/** An earlier fold of a conversation's log, stored beside its transcripts. It can be rebuilt at any time. */
const keptPath = ({ root }: Pick<Home, 'root'>, run: RunId): string => join(root, 'transcripts', run, 'folded.json');

/** The position of each fold when it was stored. */
const keptAt = new WeakMap<ChatFold, number>();

/**
 * Starts a fold from the stored one, if the log still has the event at which that ended: logs only grow, but a damaged
 * one may have been truncated.
 */
export async function restoreFold(
  { store, home }: Pick<Runs, 'store' | 'home'>,
  run: RunId,
  fold: ChatFold,
): Promise<void> {
  const kept = await readKept(home, run);
  if (kept === null) return;
  const header = await store.header(run);
  if (header === null || header.head < kept.fold.seq) return;
  for await (const event of store.read(run, Seq.parse(kept.fold.seq))) {
    if (JSON.stringify(event) !== kept.last) return;
    break;
  }
  fold.goOn(kept.fold);
  keptAt.set(fold, kept.fold.seq);
}

/** Stores a fold after it has grown a lot. A full disk prevents no answer. */
export async function keepFold(home: Pick<Home, 'root'>, run: RunId, fold: ChatFold, last: RunEvent): Promise<void> {
  if (fold.seq - (keptAt.get(fold) ?? 0) < KEPT_EVERY) return;
  keptAt.set(fold, fold.seq);
  const kept: KeptFold = { v: VERSION, last: JSON.stringify(last), fold: fold.folded() };
  const path = keptPath(home, run);
  try {
    await makeFolder(dirname(path));
    await writeFileAtomic(path, JSON.stringify(kept), { mode: 0o600, durable: false });
  } catch {
    // The log has all of it.
  }
}

/**
 * Written only by this code, from typed values: a schema for each of ten thousand messages would cost what this saves.
 */
async function readKept(home: Pick<Home, 'root'>, run: RunId): Promise<KeptFold | null> {
  try {
    const kept = JSON.parse(await readFile(keptPath(home, run), 'utf8')) as KeptFold;
    return kept.v === VERSION && Number.isInteger(kept.fold.seq) ? kept : null;
  } catch {
    return null;
  }
}
