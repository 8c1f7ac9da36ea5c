import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import { criteriaProblems, wordsNeeded } from '../criteria.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, NO_PR, openStep } from '../state.ts';
import { askDraft } from './asking-draft.ts';
import { askWord } from './asking-word.ts';
import { blocked } from './blocked.ts';

/** Picks the next PR, has it drafted, and accepts the draft. */
export const initializing: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') {
      // The log already has a PR with open steps: continue there.
      if (openStep(state.pr)) {
        const next = { ...state, status: 'EXECUTING_TDD' as const };
        return { state: next, answer: success(briefing(next)) };
      }
      // Advice about the draft is for this very PR, although it is picked once more.
      const { guidance, words } = state;
      return { state: { ...state, ...NO_PR, guidance, words }, effect: { type: 'pick-pr' } };
    }
    if (call.tool !== 'submit_work' || state.status !== 'INITIALIZING') return null;
    if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
    return state.item ? { state, effect: { type: 'read-draft' } } : null;
  },
  outcome: (state, outcome) => {
    if (outcome.type === 'pick-pr') {
      if (outcome.problem) return { state, answer: failure(outcome.problem.message, [outcome.problem]) };
      const status = outcome.item ? ('INITIALIZING' as const) : ('PLAN_DONE' as const);
      const words = state.words.filter(({ item }) => item === outcome.item?.title);
      const next = { ...state, status, item: outcome.item, place: outcome.place, words };
      return { state: next, answer: success(briefing(next)) };
    }
    if (outcome.type !== 'read-draft') return null;
    const { draft, problems } = outcome;
    if (!draft) return unfitDraft(state, problems);
    const broken = [
      ...(draft.masterPlanPath === state.plan ? [] : [`masterPlanPath: is ${JSON.stringify(state.plan)}`]),
      ...(state.finished.some(({ title }) => title === draft.prTitle)
        ? [`prTitle: ${JSON.stringify(draft.prTitle)} is the title of a PR that is finished; say what this one does`]
        : []),
      ...criteriaProblems(draft, state),
    ];
    if (broken.length > 0) return unfitDraft(state, broken);
    const needed = wordsNeeded(draft, state);
    if (needed.length > 0) return askWord(state, draft, needed);
    if (state.approvesDrafts) return askDraft(state, draft);
    const next = { ...state, status: 'CREATING_BRANCH' as const, pr: draft, unfitDrafts: 0 };
    return { state: next, answer: success('The draft is accepted. Call get_task: the branch is created next.') };
  },
};

/** Lists what does not fit. An agent that keeps submitting invalid drafts is not asked for ever. */
export function unfitDraft(state: GatedState, problems: readonly string[]): Move {
  const reason = {
    code: 'DRAFT_UNFIT',
    message: `.assay/ACTIVE_PR.json does not fit: ${problems.join('; ')}`,
    next: 'Correct these fields and call submit_work again; get_task shows the schema.',
  };
  const unfitDrafts = state.unfitDrafts + 1;
  const answer = failure(problems.join('\n'), [reason]);
  if (state.mode === 'connected' || unfitDrafts < MOST_UNFIT) return { state: { ...state, unfitDrafts }, answer };
  const why = `${unfitDrafts} drafts in a row did not fit. The last: ${problems.join('\n')}`;
  const halt = { from: state.status, kind: 'blocked' as const, why };
  return { state: { ...state, status: 'HALTED', halted: halt, unfitDrafts: 0 }, answer };
}

const MOST_UNFIT = 5;
