import { AssayError } from '#contracts/errors.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { FAILURE_SIGNAL, FailureAnswer, type Mail } from '#contracts/mail.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { questionsOf } from '../drive/result-of.ts';
import { stateOf } from '../drive/runs.ts';
import type { Question } from '../drive/types.ts';
import { overNext } from '../over-next.ts';
import type { Runs } from '../runs.ts';

export interface GivenAnswer {
  readonly act?: ActivationId | undefined;
  readonly signal?: string | undefined;
  readonly payload: Json;
  /** Whether an answer with a signal may come before its question. */
  readonly early?: boolean;
}

export type AnswerMail = Extract<Mail, { type: 'signal' }>;

/**
 * The letter that answers one open question. A question that is no longer open is refused: it was answered meanwhile.
 */
export async function answerMail(runs: Runs, run: RunId, answer: GivenAnswer): Promise<AnswerMail> {
  const { act, signal, payload, early = false } = answer;
  const state = await stateOf(runs, run);
  if (state.status === 'ended')
    throw new AssayError('RUN_OVER', `run ${run} has ended: nothing is asked any more`, { next: overNext(run) });
  const all = await questionsOf(state, runs.blobs);
  const open = all.filter(
    (question) => (signal === undefined || question.signal === signal) && (act === undefined || question.act === act),
  );
  const [question] = open;
  if (open.length > 1) {
    throw new AssayError('SIGNAL_UNKNOWN', several(run, open), { next: 'Say which one: `act` or `signal` names it.' });
  }
  if (question)
    return { type: 'signal', signal: question.signal, act: question.act, payload: fitting(question.signal, payload) };
  if (early && signal !== undefined)
    return { type: 'signal', signal, act: act ?? null, payload: fitting(signal, payload) };
  throw new AssayError(
    'SIGNAL_UNKNOWN',
    `run ${run} ${all.length === 0 ? 'asks nothing' : 'does not ask that'} right now`,
    {
      next: `It may have been answered already: \`assay runs show ${run}\` shows what it asks.`,
    },
  );
}

/** The decision about a failure can be given as one word. */
function fitting(signal: string, payload: Json): Json {
  const choice = FailureAnswer.safeParse({ choice: payload });
  return signal === FAILURE_SIGNAL && choice.success ? choice.data : payload;
}

const several = (run: RunId, open: readonly Question[]): string =>
  `run ${run} asks ${open.length} things: ${open
    .map(({ act, signal, question }) => `${act} (${signal}): ${textOf({ inline: question })}`)
    .join('; ')}`;
