import { readCriteria } from '../criteria.ts';
import type { Effect, Outcome } from '../effects.ts';
import { readPlan } from '../plan.ts';
import type { Site, SiteContext } from '../site.ts';
import type { GatedState } from '../state.ts';
import { measure } from './measure.ts';
import { merge, mergedAlready } from './merge.ts';
import { review } from './review.ts';
import type { SiteParts } from './site-parts.ts';
import { takeBranch } from './take-branch.ts';

/** Performs what the table asks for, on whatever ground the PR stands. */
export function makeSite(parts: SiteParts): Site {
  const { ground, views } = parts;
  return {
    mode: ground.mode,
    perform: (effect, state, context) => perform(parts, effect, state, context),
    find: async (effect, state) => (effect.type === 'merge' ? mergedAlready(parts, effect, state) : undefined),
    inspect: views.inspect,
    show: views.show,
  };
}

async function perform(
  parts: SiteParts,
  effect: Effect,
  state: GatedState,
  context: SiteContext,
): ReturnType<Site['perform']> {
  const { ground, views } = parts;
  switch (effect.type) {
    case 'pick-pr':
      return pick(parts, state, context);
    case 'read-draft': {
      const reading = await views.readDraft(state);
      if (reading.type === 'draft') return { type: 'read-draft', draft: reading.draft, problems: [] };
      const problems = reading.type === 'absent' ? ['the file is not there'] : [...reading.problems];
      return { type: 'read-draft', draft: null, problems };
    }
    case 'create-branch':
      return { type: 'create-branch', result: await ground.createBranch(effect.title, state, context) };
    case 'measure':
      return measure(parts, effect, state, context);
    case 'check-checkpoint':
      return { type: 'check-checkpoint', result: await ground.checkpoint(effect.tree, effect.over, state) };
    case 'reset':
      return reset(parts, effect, state, context);
    case 'review':
      return review(parts, effect, state, context);
    case 'check-final':
      return { type: 'check-final', result: await ground.finalCommit(effect.title, effect.tree, state) };
    case 'check-plan':
      return { type: 'check-plan', result: await ground.planCommit(effect.title, effect.commit, state) };
    case 'take-branch':
      return takeBranch(parts, effect, state, context);
    case 'merge':
      return merge(parts, effect, state, context);
  }
}

async function pick({ ground, views }: SiteParts, state: GatedState, context: SiteContext): Promise<Outcome> {
  const behind = await ground.pull(state);
  if (behind) return { type: 'pick-pr', item: null, place: null, problem: behind.reasons[0] };
  const text = await ground.planText(state);
  if (await ground.planEdited(state)) {
    const message = `${state.plan} in the checkout is not what is committed; PRs are picked from ${state.main}`;
    const next = `A person commits it on ${state.main}; where nobody meant it: git checkout -- ${state.plan}. Then call get_task.`;
    return unpicked('PLAN_EDITED', message, next);
  }
  if (text === null) {
    const next = `Write it and commit it on ${state.main}, or name another with --plan.`;
    return unpicked('PLAN_MISSING', `there is no plan at ${state.plan} on ${state.main}`, next);
  }
  const { items, problems } = readPlan(text);
  if (items.length === 0 || problems.length > 0) {
    const message = `${state.plan} cannot be read as a plan: ${problems.join('; ')}`;
    return unpicked('PLAN_UNFIT', message, '`assay plan check` shows how it is read.');
  }
  const item = items.find(({ done }) => !done);
  const place = item ? await ground.prepare(state, context) : null;
  if (place !== null || ground.mode === 'connected') await views.clearDone({ ...state, place });
  return {
    type: 'pick-pr',
    item: item ? { title: item.title, body: item.body, criteria: readCriteria(item) } : null,
    place,
  };
}

/** Before the files go back: the tests that were red are kept, for the task that will verify. */
async function reset(
  { ground, gates }: SiteParts,
  { to, lock }: Extract<Effect, { type: 'reset' }>,
  state: GatedState,
  context: SiteContext,
): Promise<Outcome> {
  const written = lock && state.base ? await gates.written(state.base.tree, lock) : null;
  const place = await ground.reset(to, state, context);
  return { type: 'reset', place, original: written && written.tests.length > 0 ? written : null };
}

const unpicked = (code: string, message: string, next: string): Outcome => ({
  type: 'pick-pr',
  item: null,
  place: null,
  problem: { code, message, next },
});
