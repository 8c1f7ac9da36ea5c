import { EXIT } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL } from '#contracts/mail.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { answerMail } from '#engine/steering/answer-mail.ts';
import { steerRun } from '#engine/steering/steer-run.ts';
import { withRuns } from '../open-runs.ts';
import { askAdvice, LATER } from './ask-advice.ts';
import { guide } from './commands/guide.ts';
import { steeringFor } from './commands/runs-steer.ts';
import type { Cli } from './context.ts';
import type { Driven } from './drive.ts';
import { haltedQuestion } from './halted-question.ts';
import { askLine, isAtTerminal } from './person.ts';

/**
 * A waiting run is answered in the terminal that drove it, and continues there (`resume`). An empty line leaves it
 * waiting; `code` is then the exit code.
 */
export async function answerHere(
  cli: Cli,
  { run, result }: Driven,
  code: number,
  resume: (run: RunId) => Promise<number>,
): Promise<number> {
  if (result.status !== 'waiting' || !isAtTerminal()) return code;
  const [asked] = result.questions;
  if (!asked) return code;
  const ask = (hint: string) => askLine(cli, `${cli.screen.paintErr('magenta', '?')} ${hint}:`);
  if (asked.signal === GUIDANCE_SIGNAL) {
    const { advice, waive } = await askAdvice(ask, haltedQuestion({ inline: asked.question }));
    if (advice === '') return code;
    const taken = await guide(cli, run, advice, { waive, resumes: true });
    return taken === EXIT.done ? resume(run) : taken;
  }
  const text = await ask(`${asked.signal === FAILURE_SIGNAL ? 'retry, skip or fail' : 'your answer'} ${LATER}`);
  if (text === '') return code;
  await withRuns(cli.env, async (runs) => {
    const mail = await answerMail(runs, run, { act: asked.act, signal: asked.signal, payload: text });
    await steerRun(steeringFor(cli, runs), run, mail);
  });
  return resume(run);
}
