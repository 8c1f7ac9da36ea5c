import type { SchedulerLimits } from '#contracts/scheduling.ts';
import { capOf } from '../limits.ts';

/** A request that waits for a slot, of any process on this machine. */
export interface WaitingRow {
  /** In the order of arrival. */
  readonly id: number;
  readonly session: string;
  readonly run: string;
  /** Index into LANES. */
  readonly lane: number;
  readonly type: string;
  readonly since: number;
}

export type HeldRow = Pick<WaitingRow, 'session' | 'run' | 'type'>;

/** When a session, a run, or a run's line in a lane last had its turn: its number, and the time. */
export interface Turn {
  readonly turn: number;
  readonly at: number;
}

export interface SlotsSeen {
  readonly waiting: readonly WaitingRow[];
  readonly held: readonly HeldRow[];
  readonly turns: ReadonlyMap<string, Turn>;
}

export const sessionKey = (session: string): string => `s|${session}`;
export const runKey = (run: string): string => `r|${run}`;
export const lineKey = ({ run, lane, type }: Pick<WaitingRow, 'run' | 'lane' | 'type'>): string =>
  `l|${run}|${lane}|${type}`;

/**
 * Pure: whose turn it is, or undefined when limits hold back all that wait. Best lane first (the first of a line gains
 * one for every span that it has been first); then the session that holds the fewest slots, and of equals the one that
 * was served longest ago; the same between the runs of a session; then first come, first served.
 * Slots of agents are held for minutes, so the number held is kept equal, not only the number started.
 */
export function chooseNext(seen: SlotsSeen, limits: SchedulerLimits, now: number): WaitingRow | undefined {
  if (seen.held.length >= limits.total) return undefined;
  const [sessions, runs, types] = [
    counted(seen.held.map(({ session }) => session)),
    counted(seen.held.map(({ run }) => run)),
    counted(seen.held.map(({ type }) => type)),
  ];
  let best: Candidate | undefined;
  for (const row of firstOfLines(seen.waiting)) {
    if ((sessions.get(row.session) ?? 0) >= limits.perSession) continue;
    if ((types.get(row.type) ?? 0) >= capOf(limits, row.type)) continue;
    const servedAt = seen.turns.get(lineKey(row))?.at ?? 0;
    const waited = now - Math.max(row.since, servedAt);
    const candidate: Candidate = {
      row,
      rank: [
        row.lane - Math.max(0, Math.floor(waited / limits.ageingMs)),
        sessions.get(row.session) ?? 0,
        seen.turns.get(sessionKey(row.session))?.turn ?? 0,
        runs.get(row.run) ?? 0,
        seen.turns.get(runKey(row.run))?.turn ?? 0,
        row.id,
      ],
    };
    if (best === undefined || isBefore(candidate.rank, best.rank)) best = candidate;
  }
  return best?.row;
}

interface Candidate {
  readonly row: WaitingRow;
  readonly rank: readonly number[];
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Within a line it is first come, first served. Rows come in the order of arrival. */
function firstOfLines(waiting: readonly WaitingRow[]): Iterable<WaitingRow> {
  const lines = new Map<string, WaitingRow>();
  for (const row of waiting) {
    const key = lineKey(row);
    if (!lines.has(key)) lines.set(key, row);
  }
  return lines.values();
}

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
