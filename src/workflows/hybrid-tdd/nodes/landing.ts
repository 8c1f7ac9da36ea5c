import type { Finding, Refusal } from '#contracts/gate.ts';
import { reviewBrief } from '../../review/brief.ts';
import { judgedFindings, unjudged } from '../../review/judgements.ts';
import { ReviewClaim } from '../../review/review-request.ts';
import { judgeFix, learnFailures } from '../decide/understanding.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { AGENT, type Ctx, kit, WORLD } from '../kit.ts';
import { Gated, Loops, Merged, type MutatedWork } from '../ports.ts';
import type { StructuredFailure } from '../state.ts';
import { siteContext } from './context.ts';
import { endingOf, nonEmpty, stopFor } from './ending.ts';
import { notMeasured } from './verify-tests.ts';

/** Between green tests and main stand the same checks as for a gated PR: the challenge, and an independent reviewer. */
export const landingNodes = (effects: HybridEffects) => ({
  examine: kit.logic('examine', {
    ...WORLD,
    to: ['review', 'fix', 'tests', 'mutationAdversary', 'exit'],
    run: async (mutated, ctx) => {
      const seen = await effects.examine(mutated, siteContext(ctx));
      switch (seen.type) {
        case 'unmeasured':
          throw notMeasured(seen.reason);
        case 'found':
          return mend(mutated, seen.findings, ctx);
        case 'ask':
          return ctx.goto('review', { ...mutated, request: seen.request });
        case 'reviewed':
          ctx.say(`the review is clean, by ${seen.by}`);
          return pass(mutated, ctx);
      }
    },
  }),

  review: kit.agent('review', {
    ...AGENT,
    agent: 'reviewer',
    claim: ReviewClaim,
    brief: ({ request }) => reviewBrief(request),
    to: ['review', 'fix', 'tests', 'mutationAdversary', 'exit'],
    take: (claim, { request, ...mutated }, ctx) => {
      const silent = unjudged(request, claim);
      if (silent.length > 0 && request.unjudged.length === 0)
        return ctx.goto('review', { ...mutated, request: { ...request, unjudged: silent } });
      const findings = judgedFindings(request, claim);
      if (findings.length > 0) return mend(mutated, findings, ctx);
      if (silent.length === 0) return pass(mutated, ctx);
      const message = `the reviewer found nothing, and names no evidence for: ${silent.join('; ')}`;
      const next = 'Read the work where it is kept; or have another model review (agents.reviewer).';
      return ctx.goto('exit', endingOf(mutated, stopFor('REVIEW_INCOMPLETE', message, next)));
    },
  }),
});

/** An adviser may still explain survivors while the run ends. */
function pass(mutated: MutatedWork, ctx: Ctx<'mutationAdversary' | 'exit'>) {
  const end = endingOf(mutated, null);
  const { mutation, merge } = mutated;
  if (mutation.type !== 'measured' || mutation.survivors.length === 0) return ctx.goto('exit', end);
  return ctx.fork([ctx.to('mutationAdversary', mutated), ctx.to('exit', { ...end, advised: merge.place })]);
}

/**
 * Findings in the code are treated like a failing test, as long as the loop learns from them. Findings in the tests go
 * back to their author, who still has not seen the code.
 */
function mend(mutated: MutatedWork, findings: readonly Finding[], ctx: Ctx<'fix' | 'tests' | 'exit'>) {
  const { job, tests } = mutated;
  const ofTests = findings.filter(({ file }) => file === job.spec.testPath);
  if (ofTests.length > 0 && tests.attempt <= job.spec.strictness.maxRetries) {
    const problems = nonEmpty(ofTests.map(problemOf));
    const feedback = { problems, names: tests.claim.tests.map(({ name }) => name), kept: true };
    const task = { ...Gated.parse(mutated), ...Loops.parse(mutated), impl: mutated.impl };
    return ctx.goto('tests', { ...task, place: tests.place, attempt: tests.attempt + 1, feedback });
  }
  const failures = findings.map(failureOf);
  const understanding = learnFailures(mutated.understanding, failures);
  const decision = judgeFix(understanding, failures, mutated.job.spec.strictness.maxFixAttempts);
  if (decision.go) return ctx.goto('fix', { ...Merged.parse(mutated), understanding, failures, feedback: null });
  const left = findings.map(({ file, line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`);
  const stop = stopFor(
    'NOT_LANDED',
    `${decision.why}; still found: ${left.join('; ')}`,
    'Read the work where it is kept.',
  );
  return ctx.goto('exit', endingOf({ ...mutated, understanding, failures }, stop));
}

const problemOf = ({ message, file, line }: Finding): Refusal => ({
  ...{ code: 'CHALLENGE_FAILED', message, next: 'Make the test notice.', file },
  ...(line === null ? {} : { line }),
});

const failureOf = ({ file, line, message }: Finding): StructuredFailure => ({
  ...{ test: `the gate before main, about ${file}${line === null ? '' : `:${line}`}`, kind: 'finding', message },
  ...{ functions: [], counterexample: null, expected: null, actual: null },
});
