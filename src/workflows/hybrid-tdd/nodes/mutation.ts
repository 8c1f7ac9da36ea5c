import { readOnly, workspaceName } from '#contracts/run-workspaces.ts';
import { MutationClaim, TestsClaim } from '../claims.ts';
import { judgeMutation, proposalsFor } from '../decide/mutation.ts';
import { withProposals } from '../decide/proposals.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { AGENT, kit, WORLD } from '../kit.ts';
import { Gated } from '../ports.ts';
import { mutationContext, strengthenContext } from '../prompts/contexts.ts';
import { testsFocus } from '../prompts/focus.ts';
import { mutationPrompt } from '../prompts/mutation-prompt.ts';
import { testsPrompt } from '../prompts/tests-prompt.ts';
import { siteContext } from './context.ts';
import { endingOf, nonEmpty, stopFor } from './ending.ts';
import { takeTests } from './take-tests.ts';

/** Real mutants decide whether the tests are worth anything; agents explain, and respond. */
export const mutationNodes = (effects: HybridEffects) => ({
  postValidate: kit.logic('postValidate', {
    ...WORLD,
    to: ['explain', 'explained', 'examine', 'exit'],
    run: async (merged, ctx) => {
      const mutation = await effects.mutate(merged, siteContext(ctx));
      const mutated = { ...merged, mutation };
      const decision = judgeMutation(mutation);
      if (decision.type === 'unmeasured') {
        const stop = stopFor('MUTATION_UNMEASURED', `the tests could not be tried: ${decision.why}`, decision.next);
        return ctx.goto('exit', endingOf(mutated, stop));
      }
      if (decision.type === 'pass') return ctx.goto('examine', mutated);
      if (merged.strengthened < merged.job.spec.strictness.maxStrengthen)
        return ctx.fork([ctx.to('explained', { type: 'survived', mutated }), ctx.to('explain', mutated)], {
          collect: 'explained',
        });
      const left = decision.survivors.map(
        ({ kind, function: name, line }) => `${kind} in ${name ?? 'the module'}, line ${line}`,
      );
      const next = 'Add what would notice them, or show that they change nothing: see the next run’s work items.';
      return ctx.goto('exit', endingOf(mutated, stopFor('SURVIVORS', `no test notices: ${left.join('; ')}`, next)));
    },
  }),

  mutationAdversary: kit.advisoryAgent('mutationAdversary', {
    agent: 'mutation-adversary',
    claim: MutationClaim,
    retry: AGENT.retry,
    brief: (mutated) => ({ ...mutationPrompt(mutationContext(mutated)), place: readOnly(mutated.merge.place) }),
  }),

  // The same analyst, awaited: its proposals are what the tests agent is asked for. It advises, so its failure ends
  // only its branch; the witness reports it.
  explain: kit.agent('explain', {
    retry: AGENT.retry,
    onFailure: 'skip',
    agent: 'mutation-adversary',
    claim: MutationClaim,
    brief: (mutated) => ({ ...mutationPrompt(mutationContext(mutated)), place: readOnly(mutated.merge.place) }),
    to: ['explained'],
    take: (claim, _, ctx) => ctx.goto('explained', { type: 'said', claim }),
  }),

  explained: kit.join('explained', {
    to: ['strengthen'],
    run: (items, ctx) => {
      const mutated = items.find((item) => item.type === 'survived')?.mutated;
      const claim = items.find((item) => item.type === 'said')?.claim ?? null;
      if (!mutated) throw new Error('survivors are explained');
      if (claim === null) ctx.say('no one explained the survivors: the tests agent learns only the kinds of mistake');
      const decision = judgeMutation(mutated.mutation);
      const survivors = decision.type === 'block' ? decision.survivors : [];
      const { design, proposals } = withProposals(mutated.design, proposalsFor(survivors, claim));
      return ctx.goto('strengthen', { ...mutated, design, proposals, attempt: 1, feedback: null });
    },
  }),

  strengthen: kit.agent('strengthen', {
    ...AGENT,
    agent: 'tests',
    claim: TestsClaim,
    brief: (task) => ({
      ...testsPrompt(strengthenContext(task)),
      place: task.tests.place,
      focus: testsFocus(task.job),
    }),
    to: ['join.tests', 'join.impl', 'strengthen', 'exit'],
    take: async (claim, task, ctx) => {
      const { place } = task.tests;
      const context = siteContext(ctx);
      // The budget for refused work starts over with each round.
      const taken = await takeTests(effects, claim, { ...task, place }, context);
      const loops = { understanding: task.understanding, fixes: task.fixes, strengthened: task.strengthened + 1 };
      const again = { ...Gated.parse(task), ...loops, place, attempt: task.attempt, feedback: null, impl: task.impl };
      if (taken.ok)
        return ctx.fork([
          ctx.to('join.tests', { task: again, tests: taken.tests, early: null }),
          ctx.to('join.impl', { impl: task.impl }),
        ]);
      const problems = nonEmpty(taken.problems);
      if (task.attempt > task.job.spec.strictness.maxRetries) {
        const stop = stopFor(
          'TESTS_REFUSED',
          `the tests were refused ${task.attempt} times`,
          'Read the reasons.',
          problems,
        );
        return ctx.goto('exit', endingOf(task, stop));
      }
      const fresh = workspaceName(ctx.run, 'strengthen', task.strengthened + 1, task.attempt + 1);
      await effects.place(fresh, task.tests, true, context);
      const feedback = { problems, names: claim.tests.map(({ name }) => name), kept: false };
      const tests = { ...task.tests, place: fresh };
      return ctx.goto('strengthen', { ...task, tests, attempt: task.attempt + 1, feedback });
    },
  }),
});
