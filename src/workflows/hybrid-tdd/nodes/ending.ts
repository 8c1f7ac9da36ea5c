import type { Refusal } from '#contracts/gate.ts';
import { NOTHING_LEARNED } from '../decide/understanding.ts';
import type { TddEnding } from '../ports.ts';
import type { HybridStop, Job } from '../state.ts';

type Parts = Partial<Omit<TddEnding, 'job' | 'spec' | 'stop' | 'merged' | 'advised'>> & {
  readonly job: Job;
  readonly merge?: { readonly point: TddEnding['merged'] };
};

/** How a run ends, from any stage. */
export function endingOf(parts: Parts, stop: HybridStop | null): TddEnding {
  return {
    job: parts.job,
    spec: parts.job.spec,
    stop,
    design: parts.design ?? null,
    adversary: parts.adversary ?? null,
    verification: parts.verification ?? null,
    understanding: parts.understanding ?? NOTHING_LEARNED,
    mutation: parts.mutation ?? null,
    failures: parts.failures ?? [],
    merged: parts.merge?.point ?? null,
    advised: null,
  };
}

export const stopFor = (
  code: string,
  message: string,
  next: string,
  problems: readonly Refusal[] = [],
): HybridStop => ({
  code,
  message,
  next,
  problems: [...problems],
});

/** A refusal has reasons; one without would not help an agent. */
export function nonEmpty(problems: readonly Refusal[]): [Refusal, ...Refusal[]] {
  const [first, ...rest] = problems;
  if (first) return [first, ...rest];
  return [
    {
      code: 'UNEXPECTED',
      message: 'it was refused without a reason',
      next: 'This is a bug in Assay: please report it.',
    },
  ];
}
