import { AssayError } from '#contracts/errors.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { findRun } from '#engine/find-run.ts';
import type { Runs } from '#engine/runs.ts';
import { type AnswerMail, answerMail } from '#engine/steering/answer-mail.ts';
import { numbered, waivable } from '#workflows/gated-pr/findings.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { prSnapshotOf } from './pr-snapshot.ts';

export interface GivenGuidance {
  readonly act?: ActivationId | undefined;
  readonly guidance: string;
  /** What the person waives, by its number. */
  readonly waive: readonly number[];
  readonly by: string;
}

/** A person's advice to a halted run, checked: the same for command line, window and terminal. */
export async function guidanceMail(
  runs: Runs,
  run: RunId,
  { act, guidance, waive, by }: GivenGuidance,
): Promise<AnswerMail> {
  const text = guidance.trim();
  if (text === '') throw new AssayError('USAGE', 'the advice is empty', { next: 'Say what to do now.' });
  const { graph } = await findRun(runs.store, run);
  if (graph.name === GATED_PR && waive.length > 0) {
    const state = await haltedState(runs, run);
    for (const number of waive) requireWaivable(state, String(number));
  }
  const payload = { guidance: text, by, ...(waive.length === 0 ? {} : { waive: [...waive] }) };
  return answerMail(runs, run, { act, signal: GUIDANCE_SIGNAL, payload });
}

/** The state of a gated-pr run that waits for advice. Refused where it does not. */
export async function haltedState(runs: Runs, run: RunId): Promise<GatedState> {
  const { graph } = await findRun(runs.store, run);
  const snapshot = graph.name === GATED_PR ? await prSnapshotOf(runs.store, runs.blobs, run) : null;
  if (snapshot?.state.halted) return snapshot.state;
  throw new AssayError('SIGNAL_UNKNOWN', `run ${run} is not halted: it asks for no advice`, {
    next: `\`assay runs show ${run}\` shows its state.`,
  });
}

/** The number of a finding in the halted review, or of a criterion that a draft leaves without a test. */
export function requireWaivable(state: GatedState, word: string): number {
  const { halted, review } = state;
  const open = halted?.kind === 'review' ? (review?.open ?? []) : [];
  const numbers = waivable(state).map(({ number: of }) => of);
  const number = /^\d+$/.test(word) ? Number(word) : 0;
  if (numbers.includes(number)) return number;
  if (halted?.kind === 'word' || halted?.kind === 'draft')
    throw new AssayError('USAGE', `nothing was asked about ${word}`, { next: halted.why });
  throw new AssayError('USAGE', `there is no finding ${word} to waive`, {
    next: open.length === 0 ? 'Only a halted review has findings.' : `The findings are:\n${numbered(open)}`,
  });
}
