import type { TddStep } from './draft.ts';
import type { ProofKind } from './effects.ts';
import type { GatedState } from './state.ts';

/** A step that fixes a finding: after a review has begun, and without its own RED before it. */
export const isFixStep = ({ review, lock }: GatedState, { type }: Pick<TddStep, 'type'>): boolean =>
  type === 'GREEN' && review !== null && lock === null;

/** Which proof a step needs. */
export const proofKind = (state: GatedState, step: Pick<TddStep, 'type'>): ProofKind =>
  isFixStep(state, step) ? 'FIX' : step.type;
