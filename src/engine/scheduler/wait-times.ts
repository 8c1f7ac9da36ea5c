import { LANES, type Lane, type SchedulerMetrics } from '#contracts/scheduling.ts';

interface LaneWait {
  granted: number;
  sumMs: number;
  maxMs: number;
}

/** How long what was granted had waited, by the lane it was requested in. */
export class WaitTimes {
  readonly #lanes = byLane((): LaneWait => ({ granted: 0, sumMs: 0, maxMs: 0 }));

  record(lane: Lane, ms: number): void {
    const wait = this.#lanes[lane];
    wait.granted += 1;
    wait.sumMs += ms;
    if (ms > wait.maxMs) wait.maxMs = ms;
  }

  byLane(): SchedulerMetrics['waitByLane'] {
    return byLane((lane) => {
      const { granted, sumMs, maxMs } = this.#lanes[lane];
      return { granted, meanMs: granted === 0 ? 0 : sumMs / granted, maxMs };
    });
  }
}

export function byLane<V>(value: (lane: Lane) => V): Record<Lane, V> {
  // Every lane is listed, so the record is complete.
  return Object.fromEntries(LANES.map((lane) => [lane, value(lane)])) as Record<Lane, V>;
}
