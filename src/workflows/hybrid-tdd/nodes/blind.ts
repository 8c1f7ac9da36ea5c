import { workspaceName } from '#contracts/run-workspaces.ts';
import type { Outcome } from '#engine/graph/context.ts';
import { ImplClaim, TestsClaim } from '../claims.ts';
import { NOTHING_LEARNED } from '../decide/understanding.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import { AGENT, type Ctx, kit, WORLD } from '../kit.ts';
import { Gated, type ImplTask, Loops, type TestsTask } from '../ports.ts';
import { implContext, testsContext } from '../prompts/contexts.ts';
import { implFocus, testsFocus } from '../prompts/focus.ts';
import { implPrompt } from '../prompts/impl-prompt.ts';
import { testsPrompt } from '../prompts/tests-prompt.ts';
import type { ImplDone, TestsDone } from '../state.ts';
import { siteContext } from './context.ts';
import { endingOf, nonEmpty, stopFor } from './ending.ts';
import { takeTests } from './take-tests.ts';
import { verifyTests } from './verify-tests.ts';

const NO_LOOPS = { understanding: NOTHING_LEARNED, fixes: [], strengthened: 0 };

/** Two agents write at once and see nothing of each other; a barrier waits for both. */
export const blindNodes = (effects: HybridEffects) => ({
  fork: kit.logic('fork', {
    ...WORLD,
    to: ['tests', 'impl'],
    run: async (gated, ctx) => {
      const { skeleton, design, job } = gated;
      const places = {
        tests: workspaceName(ctx.run, 'tests', design.round, 1),
        impl: workspaceName(ctx.run, 'impl', design.round, 1),
      };
      for (const place of Object.values(places)) await effects.place(place, skeleton.point, false, siteContext(ctx));
      const first = { attempt: 1, feedback: null };
      const tests = ctx.to('tests', { ...gated, ...first, ...NO_LOOPS, place: places.tests, impl: null });
      if (job.mode === 'sequential')
        return ctx.goto('tests', { ...gated, ...first, ...NO_LOOPS, place: places.tests, impl: null });
      return ctx.fork([tests, ctx.to('impl', { ...gated, ...first, place: places.impl, tests: null })]);
    },
  }),

  tests: kit.agent('tests', {
    ...AGENT,
    agent: 'tests',
    claim: TestsClaim,
    brief: (task) => ({ ...testsPrompt(testsContext(task)), place: task.place, focus: testsFocus(task.job) }),
    to: ['join.tests', 'join.impl', 'impl', 'verifyEarly', 'tests', 'exit'],
    take: async (claim, task, ctx) => {
      const context = siteContext(ctx);
      const taken = await takeTests(effects, claim, task, context);
      if (taken.ok) return testsWritten(ctx, task, taken.tests);
      const problems = nonEmpty(taken.problems);
      if (task.attempt > task.job.spec.strictness.maxRetries) {
        const stop = stopFor('TESTS_REFUSED', `the tests were refused ${task.attempt} times`, TRY_AGAIN, problems);
        return ctx.goto('exit', endingOf(task, stop), { cancel: ['impl'] });
      }
      const place = workspaceName(ctx.run, 'tests', task.design.round, task.attempt + 1);
      await effects.place(place, task.skeleton.point, true, context);
      const feedback = { problems, names: claim.tests.map(({ name }) => name), kept: false };
      return ctx.goto('tests', { ...task, place, attempt: task.attempt + 1, feedback });
    },
  }),

  impl: kit.agent('impl', {
    ...AGENT,
    agent: 'impl',
    claim: ImplClaim,
    brief: (task) => ({ ...implPrompt(implContext(task)), place: task.place, focus: implFocus(task.job) }),
    to: ['join.tests', 'join.impl', 'impl', 'exit'],
    take: async (claim, task, ctx) => {
      const context = siteContext(ctx);
      const taken = await takeImpl(effects, claim, task, context);
      if (taken.ok) return implWritten(ctx, task, taken.impl);
      const problems = nonEmpty(taken.problems);
      if (task.attempt > task.job.spec.strictness.maxRetries) {
        const stop = stopFor(
          'IMPL_REFUSED',
          `the implementation was refused ${task.attempt} times`,
          TRY_AGAIN,
          problems,
        );
        return ctx.goto('exit', endingOf(task, stop), { cancel: ['tests'] });
      }
      const place = workspaceName(ctx.run, 'impl', task.design.round, task.attempt + 1);
      await effects.place(place, task.skeleton.point, true, context);
      const feedback = { problems, names: claim.functions.map(({ name }) => name), kept: false };
      return ctx.goto('impl', { ...task, place, attempt: task.attempt + 1, feedback });
    },
  }),

  // Whether the tests are red needs no implementation, so in speculative mode it is measured while that is written.
  verifyEarly: kit.logic('verifyEarly', {
    ...WORLD,
    to: ['join.tests', 'tests', 'exit'],
    run: async ({ tests, ...task }, ctx) => {
      const seen = await verifyTests(effects, { ...task, tests }, siteContext(ctx));
      if (seen.type === 'verified') return ctx.goto('join.tests', { task, tests, early: seen.verification });
      if (seen.type === 'stop') return ctx.goto('exit', endingOf(task, seen.stop), { cancel: ['impl'] });
      return ctx.goto('tests', { ...task, ...seen.again });
    },
  }),

  join: kit.join('join', {
    to: ['verifyTDD', 'release.blind'],
    run: ({ tests: { task, tests, early }, impl: { impl } }, ctx) => {
      const blind = { ...Gated.parse(task), ...Loops.parse(task), tests, impl, early };
      return blind.adversary === null ? ctx.goto('release.blind', blind) : ctx.goto('verifyTDD', blind);
    },
  }),

  // Work that was begun early continues once the adversary has found nothing that matters.
  release: kit.join('release', {
    to: ['verifyTDD'],
    run: ({ blind, adversary }, ctx) => ctx.goto('verifyTDD', { ...blind, adversary }),
  }),
});

const TRY_AGAIN = 'Read the reasons; make the spec say more, or allow more attempts (strictness.maxRetries).';

function testsWritten(
  ctx: Ctx<'join.tests' | 'join.impl' | 'verifyEarly' | 'impl'>,
  task: TestsTask,
  tests: TestsDone,
): Outcome {
  if (task.impl !== null)
    return ctx.fork([ctx.to('join.tests', { task, tests, early: null }), ctx.to('join.impl', { impl: task.impl })]);
  if (task.job.mode === 'speculative') return ctx.goto('verifyEarly', { ...task, tests });
  if (task.job.mode === 'parallel') return ctx.goto('join.tests', { task, tests, early: null });
  const place = workspaceName(ctx.run, 'impl', task.design.round, 1);
  return ctx.goto('impl', { ...Gated.parse(task), place, attempt: 1, feedback: null, tests });
}

function implWritten(ctx: Ctx<'join.tests' | 'join.impl'>, task: ImplTask, impl: ImplDone): Outcome {
  if (task.tests === null) return ctx.goto('join.impl', { impl });
  const { place, attempt } = task.tests;
  const testsTask = { ...Gated.parse(task), ...NO_LOOPS, place, attempt, feedback: null, impl };
  return ctx.fork([
    ctx.to('join.tests', { task: testsTask, tests: task.tests, early: null }),
    ctx.to('join.impl', { impl }),
  ]);
}

async function takeImpl(effects: HybridEffects, claim: ImplClaim, task: ImplTask, context: HybridContext) {
  const names = claim.functions.map(({ name }) => name);
  const taken = await effects.take(
    {
      ...{ side: 'impl', spec: task.job.spec, place: task.place, from: task.skeleton.point, brief: claim.brief },
      summary: `Functions: ${names.join(', ')}`,
      claimed: [...names, ...claim.helpers],
      wanted: task.skeleton.stubbed,
    },
    context,
  );
  if (!taken.ok) return taken;
  const { place, attempt } = task;
  return { ok: true as const, impl: { place, attempt, ...taken.point, claim } };
}
