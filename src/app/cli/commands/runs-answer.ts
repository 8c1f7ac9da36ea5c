import { AssayError, EXIT } from '#contracts/errors.ts';
import { ActivationId, type RunId } from '#contracts/ids.ts';
import { Json } from '#contracts/json.ts';
import { runView } from '#contracts/run-view.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { eventsOf, isDriven, type Runs } from '#engine/runs.ts';
import { answerMail } from '#engine/steering/answer-mail.ts';
import { steerRun } from '#engine/steering/steer-run.ts';
import { withRuns } from '../../open-runs.ts';
import { workflowNamed } from '../../workflows.ts';
import type { Cli, JsonOption } from '../context.ts';
import { answerCommand } from '../continue-commands.ts';
import { reportDrive } from '../drive.ts';
import { findRunHere } from '../near-here.ts';
import { requirePerson } from '../person.ts';
import { steeringFor } from './runs-steer.ts';

export interface AnswerOptions extends JsonOption {
  readonly signal?: string;
  readonly act?: string;
  readonly resume?: boolean;
}

export async function answerRun(cli: Cli, wanted: string, text: string, options: AnswerOptions): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRunHere(cli, runs, wanted);
    // An agent that works under the gates has a shell of its own: it must not answer in a person's name.
    const workflow = workflowNamed(graph.name);
    if (workflow?.personOnly) requirePerson(`an answer to a run of ${graph.name}`);
    const payload = payloadOf(text);
    if (typeof payload === 'string') await refuseAdvice(runs, run);
    const { signal, act } = options;
    const given = { signal, ...(act === undefined ? {} : { act: ActivationId.parse(act) }) };
    const mail = await answerMail(runs, run, { ...given, payload, early: true });
    const { after, heard } = await steerRun(steeringFor(cli, runs), run, mail);
    const isWaiting = !isDriven(after, runs);
    if (options.resume && isWaiting) {
      const { driveRun } = await import('./runs-resume.ts');
      const driven = await driveRun(cli, runs, run, options);
      const json = options.json ?? false;
      return workflow?.report ? workflow.report(cli, runs, driven, json) : reportDrive(screen, driven, json);
    }
    if (options.json) screen.json({ run, signal: mail.signal, act: mail.act, heard });
    else if (!heard)
      screen.out(`the answer is on its way to the process that drives run ${run}: assay runs watch ${run}`);
    else if (isWaiting)
      screen.out(`answered; no process drives run ${run} now. Continue with: assay runs resume ${run}`);
    else screen.out(`answered; run ${run} continues: assay runs watch ${run}`);
    return EXIT.done;
  });
}

/** A halted plan needs more than words: whether they are advice or waive something. */
async function refuseAdvice({ store }: Runs, run: RunId): Promise<void> {
  const { questions } = runView(await eventsOf(store, run));
  if (questions.length === 0 || questions.some(({ signal }) => signal !== GUIDANCE_SIGNAL)) return;
  throw new AssayError('USAGE', `run ${run} has halted and waits for advice`, {
    next: `${answerCommand(run, questions)}.`,
  });
}

/** Valid JSON is parsed; anything else is plain text. */
function payloadOf(text: string): Json {
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}
