import type { RunId } from '#contracts/ids.ts';
import type { Question } from '#engine/drive/types.ts';
import { retryFailed, sendMail } from '#engine/steering/send-mail.ts';
import { own } from '#host/own.ts';
import { AGAIN_SIGNAL } from './graph.ts';
import type { Checkpoint, CheckpointStore } from './read-run.ts';
import { ANSWERS, type StepAnswer } from './record.ts';
import { type StepQuestion, StepQuestionShape } from './step-context.ts';

const BY = 'checkpoint run';

/** Running a job again retries its failed steps, and continues a paused run. */
export async function retryFailures(
  { store, clock }: CheckpointStore,
  { header: { run, status } }: Checkpoint,
): Promise<void> {
  const sender = { runs: { store, clock }, by: BY };
  await retryFailed(sender, run);
  if (status === 'paused') await sendMail(sender, run, { type: 'resume' });
}

export interface StepAnswering {
  readonly answers?: Readonly<Record<string, StepAnswer>>;
  readonly ask?: (question: StepQuestion) => Promise<StepAnswer | null>;
}

/** Answers what can be answered here and returns the number. An answer given in advance counts once. */
export async function answerQuestions(
  { store, clock }: CheckpointStore,
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
    await sendMail({ runs: { store, clock }, by: BY }, run, { type: 'signal', signal, act, payload });
    given += 1;
  }
  return given;
}
