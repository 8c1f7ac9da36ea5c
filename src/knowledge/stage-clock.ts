/** Measures the stages of an answer. A nested stage counts only for itself. */
export interface StageClock {
  /** Milliseconds of each, in the order in which they ended. */
  readonly stages: Readonly<Record<string, number>>;
  readonly timed: Timed;
}

export type Timed = <T>(stage: string, work: () => T) => T;

export const untimed: Timed = (_stage, work) => work();

export function stageClock(now: () => number = () => performance.now()): StageClock {
  const stages: Record<string, number> = {};
  let inside = 0;
  return {
    stages,
    timed: (stage, work) => {
      const before = inside;
      inside = 0;
      const began = now();
      try {
        return work();
      } finally {
        const took = now() - began;
        stages[stage] = (stages[stage] ?? 0) + took - inside;
        inside = before + took;
      }
    },
  };
}
