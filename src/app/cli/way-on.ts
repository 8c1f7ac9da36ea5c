import type { RunId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import type { RunView } from '#contracts/run-view.ts';

type Paused = Pick<RunView, 'pausedBy' | 'why'>;

/** The command that goes on with a run that stands still: one whose budget is used up would only pause again. */
export const wayOn = (run: RunId, { pausedBy }: Paused): string =>
  pausedBy === 'budget'
    ? `assay runs budget ${run} --usd N (or --tokens, --attempts, --seconds), then assay runs resume ${run}`
    : `assay runs resume ${run}`;

export const pausedWords = (run: RunId, { pausedBy, why }: Paused): string =>
  pausedBy === 'budget' ? `run ${run} is paused: ${why}` : `run ${run} is paused`;

/** How what a run asks is answered: a node that failed knows three answers, so they need not be looked up. */
export function answerWay(run: string, questions: readonly { readonly signal: string }[]): string {
  const isFailure = questions.length > 0 && questions.every(({ signal }) => signal === FAILURE_SIGNAL);
  return isFailure
    ? `assay runs answer ${run} retry --resume (or skip, or fail)`
    : `assay runs answer ${run} ANSWER --resume`;
}
