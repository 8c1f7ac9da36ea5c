import type { TddStep } from './draft.ts';
import type { ProofKind } from './effects.ts';
import type { GatedState } from './state.ts';

/** A step that settles a finding: after a review began, and without a RED of its own before it. */
export const isSettling = ({ review, lock }: GatedState, { type }: Pick<TddStep, 'type'>): boolean =>
  type === 'GREEN' && review !== null && lock === null;

/** Which proof a step needs. */
export const proofKind = (state: GatedState, step: Pick<TddStep, 'type'>): ProofKind =>
  isSettling(state, step) ? 'FIX' : step.type;
