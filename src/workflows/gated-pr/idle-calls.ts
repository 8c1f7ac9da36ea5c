import type { Answer } from './call.ts';
import type { GatedState } from './state.ts';

/** After this many calls in a row without progress, a person reads the last answer. */
export const MOST_IDLE = 5;

/**
 * Counts calls of a hosted agent that were neither accepted nor measured as failures: a call that is not legal, the
 * same tree again, work that cannot be measured. None of them counts as a failed attempt, but nothing else would ever
 * stop the agent.
 */
export function countIdle(before: GatedState, after: GatedState, { status, output, reasons }: Answer): GatedState {
  if (before.mode === 'connected') return after;
  const isCounted = after.counter !== before.counter || after.unfitDrafts !== before.unfitDrafts;
  if (status === 'SUCCESS' || isCounted || after.status === 'HALTED') return { ...after, idleCalls: 0 };
  const idleCalls = before.idleCalls + 1;
  if (idleCalls < MOST_IDLE) return { ...after, idleCalls };
  // The obstacle first, then that the same came again: many screens show a person only the first line.
  const told = [...reasons].sort((a, b) => Number(a.code === 'NOTHING_CHANGED') - Number(b.code === 'NOTHING_CHANGED'));
  const last = told.map(({ code, message, next }) => `${code}: ${message}\n${next}`).join('\n') || output;
  const why = `${idleCalls} calls of the agent in a row achieved nothing. The last answer was ${last}`;
  return { ...after, idleCalls: 0, status: 'HALTED', halted: { from: after.status, kind: 'blocked', why } };
}
