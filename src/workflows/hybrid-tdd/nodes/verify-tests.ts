import { AssayError } from '#contracts/errors.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { TestsTask } from '../ports.ts';
import type { HybridStop, Verification } from '../state.ts';
import { nonEmpty, stopFor } from './ending.ts';

export type TestsSeen =
  | { readonly type: 'verified'; readonly verification: Verification }
  | { readonly type: 'again'; readonly again: Pick<TestsTask, 'place' | 'attempt' | 'feedback'> }
  | { readonly type: 'stop'; readonly stop: HybridStop };

/** The result of tests run on the skeleton: accepted, sent back with the reasons, or given up. */
export async function verifyTests(
  effects: HybridEffects,
  written: Parameters<HybridEffects['verify']>[0],
  context: HybridContext,
): Promise<TestsSeen> {
  const seen = await effects.verify(written, context);
  if (seen.type === 'unmeasured') throw notMeasured(seen.reason);
  if (seen.type === 'verified') return seen;
  const { tests, job } = written;
  const problems = nonEmpty(seen.problems);
  if (tests.attempt > job.spec.strictness.maxRetries) {
    const next = 'Read the reasons; make the spec say more, or allow more attempts (strictness.maxRetries).';
    return {
      type: 'stop',
      stop: stopFor('TESTS_REFUSED', `the tests were refused ${tests.attempt} times`, next, problems),
    };
  }
  const names = tests.claim.tests.map(({ name }) => name);
  return {
    type: 'again',
    again: { place: tests.place, attempt: tests.attempt + 1, feedback: { problems, names, kept: true } },
  };
}

/** Not the agents' fault: a person fixes the machine, and it is tried again. */
export const notMeasured = ({ message, next }: Refusal): AssayError => new AssayError('TOOL_FAILED', message, { next });
