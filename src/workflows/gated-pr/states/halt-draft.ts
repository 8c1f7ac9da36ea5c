import { failure } from '../call.ts';
import type { ActivePr } from '../draft.ts';
import type { Move } from '../move.ts';
import type { GatedState } from '../state.ts';

interface DraftQuestion {
  readonly kind: 'draft' | 'word';
  readonly draft: ActivePr | null;
  /** Numbers of the criteria that the person is asked about. */
  readonly criteria: readonly number[];
  readonly why: string;
  readonly next: string;
}

/** Halts until a person has answered a question about the draft. */
export function haltDraft(state: GatedState, { kind, draft, criteria, why, next }: DraftQuestion): Move {
  const halted: GatedState = {
    ...state,
    status: 'HALTED',
    asked: { draft, criteria: [...criteria] },
    unfitDrafts: 0,
    halted: { from: state.status, kind, why },
  };
  return { state: halted, answer: failure(why, [{ code: 'WORD_NEEDED', message: why, next }]) };
}
