import { sessionOf } from '#attempts/open-project.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Lane } from '#contracts/scheduling.ts';
import type { Runs } from '#engine/runs.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';

/** A person waits: before everything that runs by itself. */
export const INTERACTIVE: Lane = 'critical';

/** A turn that gets a slot at once shows no message. */
const PATIENCE_MS = 500;

export interface WantedTurn {
  readonly run: RunId;
  readonly project: string;
  readonly agent: string;
}

/**
 * One of the machine's slots for a turn, like those of runs' attempts; disposing of it releases it. Rejects when it is
 * cancelled.
 */
export async function turnSlot(
  runs: Pick<Runs, 'queue' | 'slots'>,
  { run, project, agent }: WantedTurn,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Disposable> {
  const timer = setTimeout(() => say(waitsFor(runs)), PATIENCE_MS);
  try {
    const work = { session: sessionOf(project), run, lane: INTERACTIVE, type: agent };
    const release = await runs.queue().acquire(AGENTS, work, signal);
    return { [Symbol.dispose]: release };
  } finally {
    clearTimeout(timer);
  }
}

function waitsFor(runs: Pick<Runs, 'slots'>): string {
  const { held, total } = runs.slots();
  return `waits for a slot: ${held}${total === undefined ? '' : ` of ${total}`} agents are at work on this machine`;
}
