import type { RunId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunView } from '#contracts/run-view.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { guideCommand, haltedQuestion } from './halted-question.ts';

interface Asked {
  readonly signal: string;
  readonly question?: Payload | null;
}

type Paused = Pick<RunView, 'pausedBy' | 'why'>;

/** The command that continues a stopped run: one whose budget is used up would only pause again. */
export const continueCommand = (run: RunId, { pausedBy }: Paused): string =>
  pausedBy === 'budget'
    ? `assay runs budget ${run} --usd N (or --tokens, --attempts, --seconds), then assay runs resume ${run}`
    : `assay runs resume ${run}`;

export const pausedWords = (run: RunId, { pausedBy, why }: Paused): string =>
  pausedBy === 'budget' ? `run ${run} is paused: ${why}` : `run ${run} is paused`;

/** How a question of a run is answered: a halted plan by advice, a failed node by one of three words. */
export function answerCommand(run: string, questions: readonly Asked[]): string {
  const areAll = (wanted: string): boolean =>
    questions.length > 0 && questions.every(({ signal }) => signal === wanted);
  if (areAll(GUIDANCE_SIGNAL))
    return `${guideCommand(run, haltedQuestion(questions[0]?.question)?.kind ?? null)}, then assay runs resume ${run}`;
  return areAll(FAILURE_SIGNAL)
    ? `assay runs answer ${run} retry --resume (or skip, or fail)`
    : `assay runs answer ${run} ANSWER --resume`;
}
