import type { RunId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import { questionsOf } from '#engine/drive/result-of.ts';
import { stateOf } from '#engine/drive/runs.ts';
import type { Question } from '#engine/drive/types.ts';
import { AGAIN_SIGNAL } from './graph.ts';
import { own } from './own.ts';
import type { Checkpoint, RecordShelf } from './read-run.ts';
import { ANSWERS, type StepAnswer } from './record.ts';
import { type StepQuestion, StepQuestionShape } from './step-context.ts';

const BY = 'checkpoint run';

/** Who runs a job again wants its failed steps tried again, and goes on with a run that was paused. */
export async function retryFailures(
  { store, blobs, clock }: RecordShelf,
  { header: { run, status } }: Checkpoint,
): Promise<void> {
  const posted = (await store.mail(run)).map(({ mail }) => mail);
  const failures = (await questionsOf(await stateOf({ store }, run), blobs)).filter(
    ({ signal }) => signal === FAILURE_SIGNAL,
  );
  for (const { act } of failures) {
    // A command that was killed right here has left the letter already.
    if (posted.some((mail) => mail.type === 'signal' && mail.act === act)) continue;
    await store.post(
      run,
      { type: 'signal', signal: FAILURE_SIGNAL, act, payload: { choice: 'retry' } },
      BY,
      clock.now(),
    );
  }
  if (status === 'paused') await store.post(run, { type: 'resume' }, BY, clock.now());
}

export interface StepAnswering {
  readonly answers?: Readonly<Record<string, StepAnswer>>;
  readonly ask?: (question: StepQuestion) => Promise<StepAnswer | null>;
}

/** Answers what can be answered here and says how many that was. An answer given beforehand counts once. */
export async function answerQuestions(
  { store, clock }: RecordShelf,
  run: RunId,
  questions: readonly Question[],
  { answers = {}, ask }: StepAnswering,
  used: Set<string>,
): Promise<number> {
  let given = 0;
  for (const { act, signal, question } of questions) {
    const parsed = StepQuestionShape.safeParse(question);
    if (signal !== AGAIN_SIGNAL || !parsed.success) continue;
    const asked = parsed.data;
    const ready = used.has(asked.step) ? undefined : own(answers, asked.step);
    used.add(asked.step);
    const answer = ready ?? (await ask?.(asked)) ?? null;
    if (answer === null) continue;
    const payload = asked.choices[ANSWERS.indexOf(answer)] ?? answer;
    await store.post(run, { type: 'signal', signal, act, payload }, BY, clock.now());
    given += 1;
  }
  return given;
}
