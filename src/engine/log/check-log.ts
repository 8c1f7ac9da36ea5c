import { isDeepStrictEqual } from 'node:util';
import type { RunEvent } from '#contracts/run-events.ts';
import { nextHeader, type RunHeader } from '#contracts/run-header.ts';
import { CHAIN_START, chainHash } from './chain.ts';
import { decodeAppend } from './encode.ts';
import { lettersIn } from './explain-gap.ts';
import type { AppendRow } from './sqlite-rows.ts';

/** What is wrong with a log, and from which event on. */
export type LogTrouble =
  /** Letters without events broke the chain (up to 0.1.0). Every event is as it was written. */
  | { readonly kind: 'letters'; readonly seq: number; readonly seen: string }
  /** The data beside the events does not match them. Every event is as it was written. */
  | { readonly kind: 'summary'; readonly seq: number; readonly seen: string }
  /** An event is missing, altered or unreadable; those before it are as they were written. */
  | { readonly kind: 'damaged'; readonly seq: number; readonly seen: string };

export interface StoredLog {
  /** As many as could be read. */
  readonly rows: readonly (AppendRow | null)[];
  readonly head: number;
  readonly chain: string;
  readonly header: RunHeader | null;
  /** The entry by which lists find the run. */
  readonly columns?: { readonly session: string; readonly status: string; readonly createdAt: number };
}

export interface CheckedLog {
  /** The first problem; of a log that is broken by letters and damaged later, the damage. */
  readonly trouble: LogTrouble | null;
  /** The appends before any damage. */
  readonly good: readonly { readonly at: number; readonly events: readonly RunEvent[] }[];
}

/** Walks a log from its first event and checks each row: is it in its place, unaltered and readable? */
export function checkLog({ rows, head, chain: last, header, columns }: StoredLog, explain = true): CheckedLog {
  const good: { at: number; events: readonly RunEvent[] }[] = [];
  let letters: LogTrouble | null = null;
  let folded: RunHeader | null = null;
  let chain = CHAIN_START;
  let next = 1;
  const damaged = (seen: string): CheckedLog => ({ trouble: { kind: 'damaged', seq: next, seen }, good });
  for (const row of rows) {
    if (!row) return damaged(`event ${next} cannot be read from the disk`);
    if (row.seq !== next) return damaged(`event ${next} is missing`);
    if (chainHash(chain, row) !== row.chain) {
      const times = explain ? lettersBefore(row, chain, good.at(-1)?.at ?? row.at) : null;
      if (!times) return damaged(`event ${next} is not what was written`);
      letters ??= { kind: 'letters', seq: next, seen: brokenBy(times, next) };
    }
    const events = readable(row);
    if (typeof events === 'string') return damaged(`event ${next} cannot be understood: ${events}`);
    for (const event of events) folded = nextHeader(folded, event);
    good.push({ at: row.at, events });
    ({ chain } = row);
    next += row.count;
  }
  if (next - 1 !== head) return damaged(`event ${next} is missing: there were ${head}`);
  if (letters) return { trouble: letters, good };
  const seen = summaryTrouble(chain === last, folded, header, columns);
  return { trouble: seen === null ? null : { kind: 'summary', seq: head, seen }, good };
}

const lettersBefore = (row: AppendRow, chain: string, from: number): readonly number[] | null =>
  lettersIn({
    chain,
    seq: row.seq,
    from,
    to: row.at,
    leadsOn: (hash) => chainHash(hash, row) === row.chain,
    bytes: row.body.length,
  });

const brokenBy = (times: readonly number[], seq: number): string =>
  `before event ${seq}, ${times.length === 1 ? 'a letter' : `${times.length} letters`} without effect (${times
    .map((at) => new Date(at).toISOString())
    .join(', ')}) broke the chain; every event is unchanged`;

function summaryTrouble(
  chainFits: boolean,
  folded: RunHeader | null,
  header: RunHeader | null,
  columns: StoredLog['columns'],
): string | null {
  if (!chainFits) return 'the chain kept for the next event is not that of the last one';
  if (!header) return 'the entry in the list of runs cannot be read';
  const kept = [header, ...(columns ? [{ ...header, ...columns }] : [])];
  const differs = (key: keyof RunHeader): boolean => kept.some((each) => !isDeepStrictEqual(folded?.[key], each[key]));
  const differing = SAME_IN_EVERY_VERSION.filter(differs);
  if (differing.length === 0) return null;
  return `the entry in the list of runs says something else than the events: ${differing.join(', ')}`;
}

/** Sums and counts differ slightly between versions; these fields do not. */
const SAME_IN_EVERY_VERSION = ['run', 'session', 'title', 'graph', 'status', 'head', 'createdAt', 'updatedAt'] as const;

function readable(row: AppendRow): readonly RunEvent[] | string {
  try {
    const events = decodeAppend(row);
    return events.length === row.count ? events : `it holds ${events.length} events, not ${row.count}`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
