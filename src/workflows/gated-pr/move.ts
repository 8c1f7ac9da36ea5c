import type { Answer, Call } from './call.ts';
import type { EffectOutcome, PrEffect } from './effects.ts';
import type { GatedState } from './state.ts';

/** Either an effect is requested first, or the call is answered. */
export type Move =
  | { readonly state: GatedState; readonly effect: PrEffect }
  | { readonly state: GatedState; readonly answer: Answer };

export interface StateRule {
  readonly call: (state: GatedState, call: Call) => Move | null;
  readonly outcome?: (state: GatedState, outcome: EffectOutcome, of: Call) => Move | null;
}

/** A person's answer to a halt. */
export interface Advice {
  readonly text: string;
  /** Numbers of findings or criteria, as the halt lists them. */
  readonly waive: readonly number[];
  readonly by: string;
}
