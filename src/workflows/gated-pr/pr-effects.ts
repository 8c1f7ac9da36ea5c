import type { ReviewRequest } from '../review/review-request.ts';
import type { BlindRequest } from './blind/blind-tests.ts';
import type { EffectOutcome, PrEffect } from './effects.ts';
import type { GatedState } from './state.ts';

/** What effects may use while they work. */
export interface PrContext {
  readonly run: string;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/**
 * The effects on a PR: in a hosted workspace, or in the person's own checkout. It performs what the table requests;
 * verdicts come from the gates.
 */
export interface PrEffects {
  readonly mode: GatedState['mode'];
  perform(
    effect: PrEffect,
    state: GatedState,
    context: PrContext,
  ): Promise<
    | EffectOutcome
    | { readonly type: 'ask-reviewer'; readonly request: ReviewRequest }
    | { readonly type: 'ask-blind'; readonly request: BlindRequest }
  >;
  /**
   * Whether an effect that was begun before a crash was done; undefined where it was not, or where repeating it is
   * harmless.
   */
  find(effect: PrEffect, state: GatedState, context: PrContext): Promise<EffectOutcome | undefined>;
  /**
   * Whether the readable views match the log. An edit is undone. A damaged or missing file is left alone in a person's
   * checkout; a hosted agent's is silently written again.
   */
  inspect(state: GatedState): Promise<ViewProblem | null>;
  /** Writes the readable views. */
  show(state: GatedState): Promise<void>;
}

export type ViewProblem =
  /** Someone edited it while it was not a draft; it is restored. */
  | { readonly type: 'edited'; readonly file: string; readonly diff: string }
  /** A link, a pipe or the like was in its place: it was never followed, and is replaced where possible. */
  | { readonly type: 'planted'; readonly file: string; readonly why: string }
  /** Damaged, missing or from a newer version: nothing is overwritten before a person says so. */
  | { readonly type: 'unreadable'; readonly file: string; readonly why: string };
