import { failure, success } from '../call.ts';
import type { EffectOutcome } from '../effects.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, NO_PR } from '../state.ts';

/** Merges, proves the result, and begins with the next PR. */
export const merging: StateRule = {
  call: (state, call) => {
    if (call.tool !== 'get_task') return null;
    if (state.status === 'PLAN_UPDATED') {
      const next = { ...state, status: 'MERGING_BRANCH' as const };
      return { state: next, answer: success('Ready to merge. Call get_task: it is merged and tested.') };
    }
    return state.handed?.open ? take(state) : merge(state);
  },
  outcome: (state, outcome) => {
    if (outcome.type === 'take-branch') return taken(state, outcome.result);
    return outcome.type === 'merge' ? merged(state, outcome.result) : null;
  },
};

function merge(state: GatedState): Move | null {
  const { branch, pr, checkpoint } = state;
  if (!branch || !pr || !checkpoint) return null;
  return { state, effect: { type: 'merge', branch, title: pr.prTitle, point: checkpoint } };
}

/** A person had the branch and has answered: it may have changed. */
function take(state: GatedState): Move | null {
  const { branch, checkpoint, handed } = state;
  if (!branch || !checkpoint) return null;
  return { state, effect: { type: 'take-branch', branch, point: checkpoint, taken: handed?.taken ?? null } };
}

type Result<Type extends EffectOutcome['type']> = Extract<EffectOutcome, { type: Type; result: unknown }>['result'];

function taken(state: GatedState, result: Result<'take-branch'>): Move | null {
  if (result.type === 'refused') return halt(state, result);
  const heard = { taken: state.handed?.taken ?? null, open: false };
  if (result.type === 'as-it-was') return merge({ ...state, handed: heard });
  const { head, base, point, place, evidence } = result;
  const next: GatedState = {
    ...state,
    status: 'CODE_REVIEW',
    handed: { ...heard, taken: head },
    place,
    base,
    checkpoint: point,
    acceptedTree: point.tree,
    acceptedRun: null,
    // All of it is reviewed again; what a person waived stays waived.
    review: state.review && { ...state.review, round: 0, scope: 'whole', open: [], stuck: 0 },
    reviewedTree: null,
    final: null,
    counter: 0,
  };
  const said = `${state.branch} is taken as it is now, over ${state.main} at ${base.commit.slice(0, 12)}; its tests pass. Call get_task: the whole is reviewed again.`;
  return { state: next, answer: success(said, evidence) };
}

function merged(state: GatedState, result: Result<'merge'>): Move {
  if (!result.ok) {
    const { branch } = result;
    const handed = branch === undefined ? state.handed : { open: true, taken: state.handed?.taken ?? null };
    return halt({ ...state, branch: branch ?? state.branch, handed }, result);
  }
  const done = state.final ? [{ title: state.pr?.prTitle ?? '', commit: state.final.commit, merge: result.merge }] : [];
  const next: GatedState = { ...state, ...NO_PR, finished: [...state.finished, ...done] };
  const said = [`Merged as ${result.merge}.`, ...result.notes, 'Call get_task for the next PR.'].join(' ');
  return { state: next, answer: success(said, result.evidence) };
}

function halt(
  state: GatedState,
  { reasons, evidence }: Pick<Extract<Result<'merge'>, { ok: false }>, 'reasons' | 'evidence'>,
): Move {
  const why = [...reasons.map(({ message }) => message), ...new Set(reasons.map(({ next }) => next))].join('\n');
  const next: GatedState = { ...state, status: 'HALTED', halted: { from: 'MERGING_BRANCH', kind: 'merge', why } };
  return { state: next, answer: failure(why, reasons, evidence) };
}
