import { SessionId } from '#contracts/ids.ts';
import type { CallGate } from '#contracts/model-calls.ts';
import type { Lane } from '#contracts/scheduling.ts';
import type { Runs } from '#engine/runs.ts';
import { schedulerCallsOf } from '#engine/scheduler/machine/machine-scheduler.ts';

/**
 * Queues calls of models together with those of all processes; runs take turns, and what a person waits for goes first.
 */
export const machineCalls = (runs: Pick<Runs, 'queue'>, lane: Lane = 'normal'): CallGate => ({
  enter: (provider, run, signal) =>
    runs
      .queue()
      .acquire(schedulerCallsOf(provider), { session: SessionId.parse(run), run, lane, type: 'call' }, signal),
  observe: (provider, seen) => runs.queue().observe(schedulerCallsOf(provider), seen),
});
