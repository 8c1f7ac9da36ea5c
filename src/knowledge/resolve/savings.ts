import type { FileHit } from '../search/code-search.ts';
import type { NodeStore } from '../store/node-store.ts';

/** How many answers came from the cache, and what reading the files themselves would have cost. */
export interface Savings {
  readonly answers: number;
  readonly tokens: number;
  /** The cost of reading the five best files of each answer in full. */
  readonly raw: number;
  readonly byIntent: readonly {
    readonly intent: string;
    readonly hits: number;
    readonly misses: number;
    readonly saved: number;
  }[];
}

const RAW_FILES = 5;
const BYTES_A_TOKEN = 4;

/** Counts an answer, and the files that its reader did not have to read. */
export function countAnswer(store: NodeStore, tokens: number, hits: readonly Pick<FileHit, 'path'>[]): void {
  const bytes = hits
    .slice(0, RAW_FILES)
    .map(({ path }) => Number(store.db.get('SELECT size FROM files WHERE path = ?', path)?.size ?? 0))
    .reduce((sum, size) => sum + size, 0);
  store.count('answers.given');
  store.count('answers.tokens', tokens);
  store.count('answers.raw', Math.round(bytes / BYTES_A_TOKEN));
}

export function savingsOf(store: NodeStore): Savings {
  const { given = 0, tokens = 0, raw = 0 } = store.counters('answers.');
  const cache = store.counters('cache.');
  const intents = [...new Set(Object.keys(cache).map((name) => name.slice(name.indexOf('.') + 1)))].sort();
  return {
    ...{ answers: given, tokens, raw },
    byIntent: intents.map((intent) => ({
      intent,
      hits: cache[`hits.${intent}`] ?? 0,
      misses: cache[`misses.${intent}`] ?? 0,
      saved: cache[`saved.${intent}`] ?? 0,
    })),
  };
}
