import { workspaceName } from '#contracts/run-workspaces.ts';
import { FixClaim } from '../claims.ts';
import { judgeFix, learnFailures, learnFix } from '../decide/understanding.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { AGENT, kit, WORLD } from '../kit.ts';
import { type Failing, Gated, Loops, Merged } from '../ports.ts';
import { fixContext } from '../prompts/contexts.ts';
import { fixPrompt } from '../prompts/fix-prompt.ts';
import { moduleFocus } from '../prompts/focus.ts';
import { siteContext } from './context.ts';
import { endingOf, nonEmpty, stopFor } from './ending.ts';
import { notMeasured, verifyTests } from './verify-tests.ts';

/** Red on the skeleton, merged, green, or repaired as long as the loop learns from it. */
export const verifyNodes = (effects: HybridEffects) => ({
  verifyTDD: kit.logic('verifyTDD', {
    ...WORLD,
    to: ['merge', 'tests', 'exit'],
    run: async (blind, ctx) => {
      if (blind.early !== null) return ctx.goto('merge', { ...blind, verification: blind.early });
      const seen = await verifyTests(effects, blind, siteContext(ctx));
      if (seen.type === 'verified') return ctx.goto('merge', { ...blind, verification: seen.verification });
      if (seen.type === 'stop') return ctx.goto('exit', endingOf(blind, seen.stop));
      const task = { ...Gated.parse(blind), ...Loops.parse(blind), impl: blind.impl };
      return ctx.goto('tests', { ...task, ...seen.again });
    },
  }),

  merge: kit.logic('merge', {
    ...WORLD,
    to: ['validate', 'exit'],
    run: async (verified, ctx) => {
      const round = verified.strengthened + 1;
      const place = workspaceName(ctx.run, 'merge', verified.design.round, round);
      const merged = await effects.merge(verified, place, siteContext(ctx));
      if (merged.ok) return ctx.goto('validate', { ...verified, merge: { place, round, point: merged.point } });
      const next = 'The two sides touched the same file: keep implPath and testPath apart.';
      return ctx.goto(
        'exit',
        endingOf(verified, stopFor('MERGE_CONFLICT', 'the two sides do not merge', next, merged.problems)),
      );
    },
  }),

  validate: kit.logic('validate', {
    ...WORLD,
    to: ['postValidate', 'fix', 'exit'],
    run: async (merged, ctx) => {
      const seen = await effects.validate(merged, siteContext(ctx));
      if (seen.type === 'unmeasured') throw notMeasured(seen.reason);
      const failures = seen.type === 'green' ? [] : [...seen.failures];
      const understanding = learnFailures(merged.understanding, failures);
      if (seen.type === 'green')
        return ctx.goto('postValidate', { ...merged, understanding }, { tree: merged.merge.point.tree });
      const decision = judgeFix(understanding, failures, merged.job.spec.strictness.maxFixAttempts);
      if (decision.go) return ctx.goto('fix', { ...merged, understanding, failures, feedback: null });
      const next = 'Read what was tried and learned; the tests or the design may be at odds with the spec.';
      const stop = stopFor(decision.code, decision.why, next);
      return ctx.goto('exit', endingOf({ ...merged, understanding, failures }, stop));
    },
  }),

  fix: kit.agent('fix', {
    ...AGENT,
    agent: 'fix',
    claim: FixClaim,
    brief: (failing) => ({
      ...fixPrompt(fixContext(failing)),
      place: failing.merge.place,
      focus: moduleFocus(failing.job),
    }),
    to: ['validate', 'fix', 'exit'],
    take: async (claim, failing, ctx) => {
      const context = siteContext(ctx);
      const understanding = learnFix(failing.understanding, claim);
      const taken = await takeFix(effects, claim, failing, context);
      if (taken.ok) {
        const { place } = failing.merge;
        const fixes = [...failing.fixes, { place, commit: taken.point.commit }];
        return ctx.goto('validate', {
          ...Merged.parse(failing),
          ...{ understanding, fixes, merge: { ...failing.merge, point: taken.point } },
        });
      }
      const problems = nonEmpty(taken.problems);
      if (understanding.attempts >= failing.job.spec.strictness.maxFixAttempts) {
        const next = 'Read the reasons and the failures that are left.';
        const stop = stopFor(
          'FIX_REFUSED',
          `a fix was refused, and ${understanding.attempts} were tried`,
          next,
          problems,
        );
        return ctx.goto('exit', endingOf({ ...failing, understanding }, stop));
      }
      const { design, merge } = failing;
      const place = workspaceName(ctx.run, 'merge', design.round, merge.round, understanding.attempts);
      await effects.place(place, merge.point, true, context);
      const feedback = { problems, names: claim.changes.map((change) => change.function), kept: false };
      return ctx.goto('fix', { ...failing, understanding, feedback, merge: { ...merge, place } });
    },
  }),
});

const takeFix = (
  effects: HybridEffects,
  claim: FixClaim,
  failing: Failing,
  context: ReturnType<typeof siteContext>,
) => {
  const changed = claim.changes.map((change) => change.function);
  return effects.take(
    {
      ...{
        side: 'fix',
        spec: failing.job.spec,
        place: failing.merge.place,
        from: failing.merge.point,
        brief: claim.brief,
      },
      summary: `Changed: ${changed.join(', ')}\nLearned: ${claim.learning}`,
      claimed: [...changed, ...claim.helpers],
      wanted: failing.skeleton.stubbed,
    },
    context,
  );
};
