import { readCriteria } from '../criteria.ts';
import type { EffectOutcome, PrEffect } from '../effects.ts';
import { readPlan } from '../plan.ts';
import type { PrContext, PrEffects } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { measure, proveRest } from './measure.ts';
import { merge, mergedAlready } from './merge.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';
import { review } from './review.ts';
import { takeBranch } from './take-branch.ts';

/** Performs the effects of the table, for a PR in any kind of checkout. */
export function makePrEffects(parts: PrEffectsParts): PrEffects {
  const { checkout, views } = parts;
  return {
    mode: checkout.mode,
    perform: (effect, state, context) => perform(parts, effect, state, context),
    find: async (effect, state, context) =>
      effect.type === 'merge' ? mergedAlready(parts, effect, state, context) : undefined,
    inspect: views.inspect,
    show: views.show,
  };
}

async function perform(
  parts: PrEffectsParts,
  effect: PrEffect,
  state: GatedState,
  context: PrContext,
): ReturnType<PrEffects['perform']> {
  const { checkout } = parts;
  switch (effect.type) {
    case 'pick-pr':
      return pick(parts, state, context);
    case 'read-draft':
      return readDraft(parts, state, context);
    case 'create-branch':
      return { type: 'create-branch', result: await checkout.createBranch(effect.title, state, context) };
    case 'measure':
      return measure(parts, effect, state, context);
    case 'prove-rest':
      return proveRest(parts, effect, state, context);
    case 'check-checkpoint':
      return { type: 'check-checkpoint', result: await checkout.checkpoint(effect.tree, effect.over, state) };
    case 'reset':
      return reset(parts, effect, state, context);
    case 'review':
      return review(parts, effect, state, context);
    case 'take-blind': {
      if (!parts.blind) throw new Error('no blind author is configured');
      const blind = await parts.blind.take(effect.place, effect.claim, state, context.signal);
      return { type: 'take-blind', blind };
    }
    case 'check-final':
      return { type: 'check-final', result: await checkout.finalCommit(effect.title, effect.tree, state) };
    case 'check-plan':
      return { type: 'check-plan', result: await checkout.planCommit(effect.title, effect.commit, state) };
    case 'take-branch':
      return takeBranch(parts, effect, state, context);
    case 'merge':
      return merge(parts, effect, state, context);
  }
}

async function readDraft(
  { repository, gates, views }: PrEffectsParts,
  state: GatedState,
  { signal }: PrContext,
): Promise<EffectOutcome> {
  const reading = await views.readDraft(state);
  if (reading.type !== 'draft') {
    const problems = reading.type === 'absent' ? ['the file does not exist'] : [...reading.problems];
    return { type: 'read-draft', draft: null, problems };
  }
  const { draft } = reading;
  const main = await repository.resolve(state.main);
  const before = await lastMessages(repository, state.main);
  const base = await repository.treeOf(main);
  // The title becomes the message of the commit.
  const refused = await gates.messageRefused({ base, message: draft.prTitle, before }, signal);
  return refused === null
    ? { type: 'read-draft', draft, problems: [] }
    : { type: 'read-draft', draft: null, problems: [`prTitle: ${refused}`] };
}

/** Of some commits of a branch, newest first; none for a branch with a single commit. */
async function lastMessages(repository: PrEffectsParts['repository'], branch: string): Promise<string[]> {
  for (const many of [3, 2, 1]) {
    const from = await repository.resolve(`${branch}~${many}`).catch(() => null);
    if (from === null) continue;
    const commits = await repository.commitsBetween(from, await repository.resolve(branch));
    return commits.map(({ message }) => message).toReversed();
  }
  return [];
}

async function pick(
  { checkout, views }: PrEffectsParts,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome> {
  const behind = await checkout.pull(state);
  if (behind) return { type: 'pick-pr', item: null, place: null, problem: behind.reasons[0] };
  const text = await checkout.planText(state);
  if (await checkout.planEdited(state)) {
    const message = `${state.plan} in the checkout is not what is committed; PRs are picked from ${state.main}`;
    const next = `A person commits it on ${state.main}, or undoes it: git checkout -- ${state.plan}. Then call get_task.`;
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
  const place = item ? await checkout.prepare(state, context) : null;
  if (place !== null || checkout.mode === 'connected') await views.clearDone({ ...state, place });
  return {
    type: 'pick-pr',
    item: item ? { title: item.title, body: item.body, criteria: readCriteria(item) } : null,
    place,
  };
}

/** Before the files are reset: the red tests are kept, for the task that will verify. */
async function reset(
  { checkout, gates }: PrEffectsParts,
  { to, lock }: Extract<PrEffect, { type: 'reset' }>,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome> {
  const written = lock && state.base ? await gates.written(state.base.tree, lock) : null;
  const place = await checkout.reset(to, state, context);
  return { type: 'reset', place, original: written && written.tests.length > 0 ? written : null };
}

const unpicked = (code: string, message: string, next: string): EffectOutcome => ({
  type: 'pick-pr',
  item: null,
  place: null,
  problem: { code, message, next },
});
