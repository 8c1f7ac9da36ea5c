import type { RunEvent } from '#contracts/run-events.ts';
import { inlineOf } from '../payload-value.ts';
import { readStanding, type Standing } from './gated-state.ts';

export const GATED_PR = 'gated-pr';

export interface Stand extends Standing {
  readonly seq: number;
  readonly at: number;
  readonly act: string;
}

const NODES = new Set(['act', 'attempt', 'wait', 'review', 'halt']);

/** How the PR stood, each time it was handed on. Payloads too large for the log are passed over. */
export function standingsOf(events: readonly RunEvent[]): Stand[] {
  return events.flatMap((event) => {
    if (event.type !== 'node.scheduled' || !NODES.has(event.data.node)) return [];
    const standing = readStanding(inlineOf(event.data.input));
    return standing ? [{ ...standing, seq: event.seq, at: event.at, act: event.data.act }] : [];
  });
}
