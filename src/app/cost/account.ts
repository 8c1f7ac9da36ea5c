import type { RunId, SessionId } from '#contracts/ids.ts';

/** The usage of one attempt of an agent. */
export interface CostEntry {
  readonly at: number;
  readonly run: RunId;
  readonly title: string;
  readonly session: SessionId;
  /** Null where the attempt left no transcript with it. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly tokens: number;
  /** Null where only the sum is known. */
  readonly parts: { readonly input: number; readonly output: number; readonly cached: number } | null;
  /** Null where no price was known. */
  readonly usd: number | null;
  /** It was interrupted by a crash, a stop or the end of the budget. */
  readonly interrupted: boolean;
}

export const COST_KEYS = ['day', 'run', 'session', 'model', 'agent'] as const;
export type CostKey = (typeof COST_KEYS)[number];

export interface CostSum {
  readonly attempts: number;
  readonly tokens: number;
  /** Of attempts that report them separately. `input` is what was not read from a cache. */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly usd: number;
  /** Usage without a known price, which is in no sum of money. */
  readonly unpriced: { readonly attempts: number; readonly tokens: number };
  readonly interrupted: { readonly attempts: number; readonly usd: number };
}

export interface CostRow extends CostSum {
  readonly key: string;
  /** The run's title, if the group is a run. */
  readonly title?: string;
}

export interface Account {
  readonly by: CostKey;
  readonly rows: readonly CostRow[];
  readonly total: CostSum;
}

/** Pure. Sums by one criterion: days latest first, everything else most expensive first. */
export function accountOf(entries: readonly CostEntry[], by: CostKey): Account {
  const groups = new Map<string, CostEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry, by);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const rows = [...groups].map(([key, all]): CostRow => {
    const [first] = all;
    return { key, ...(by === 'run' && first ? { title: first.title } : {}), ...sumOf(all) };
  });
  const order = by === 'day' ? byKey : (a: CostRow, b: CostRow) => b.usd - a.usd || b.tokens - a.tokens || byKey(b, a);
  return { by, rows: rows.sort(order), total: sumOf(entries) };
}

const byKey = (a: CostRow, b: CostRow): number => (a.key < b.key ? 1 : -1);

/** Unknown, and reported as such. */
export const UNKNOWN = '(not recorded)';

function keyOf(entry: CostEntry, by: CostKey): string {
  return by === 'day' ? dayOf(entry.at) : (entry[by] ?? UNKNOWN);
}

/** In the person's time zone. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function sumOf(entries: readonly CostEntry[]): CostSum {
  const sum = (of: (entry: CostEntry) => number): number => entries.reduce((all, entry) => all + of(entry), 0);
  const unpriced = entries.filter(({ usd }) => usd === null);
  const interrupted = entries.filter((entry) => entry.interrupted);
  return {
    attempts: entries.length,
    tokens: sum(({ tokens }) => tokens),
    input: sum(({ parts }) => parts?.input ?? 0),
    output: sum(({ parts }) => parts?.output ?? 0),
    cached: sum(({ parts }) => parts?.cached ?? 0),
    usd: sum(({ usd }) => usd ?? 0),
    unpriced: { attempts: unpriced.length, tokens: unpriced.reduce((all, { tokens }) => all + tokens, 0) },
    interrupted: { attempts: interrupted.length, usd: interrupted.reduce((all, { usd }) => all + (usd ?? 0), 0) },
  };
}
