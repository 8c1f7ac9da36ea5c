import type { Waiting, WaitingLine } from './queue-state.ts';

/** Adds a request at the end of its line. */
export function append<T>(line: WaitingLine<T>, item: T, arrival: number, since: number): Waiting<T> {
  const waiting: Waiting<T> = { item, line, arrival, since, queued: true, before: line.last, after: undefined };
  if (line.last) line.last.after = waiting;
  else line.first = waiting;
  line.last = waiting;
  return waiting;
}

/** Removes a request that is still queued from its line, at any position. */
export function unlink<T>(waiting: Waiting<T>): void {
  const { line, before, after } = waiting;
  if (before) before.after = after;
  else line.first = after;
  if (after) after.before = before;
  else line.last = before;
  waiting.queued = false;
  waiting.before = undefined;
  waiting.after = undefined;
}

/**
 * The lane that the first of a line has reached: one better for every `ageingMs` it has been first. It may go beyond
 * the best lane, so that not even a type or session that always has the smaller share can hold it back for ever.
 */
export function agedLane<T>(line: WaitingLine<T>, first: Waiting<T>, now: number, ageingMs: number): number {
  const waited = now - Math.max(first.since, line.servedAt);
  return waited < ageingMs ? line.lane : line.lane - Math.floor(waited / ageingMs);
}
