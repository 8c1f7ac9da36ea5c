import { AssayError, EXIT } from '#contracts/errors.ts';
import { ActivationId, MailId, type RunId } from '#contracts/ids.ts';
import { Json } from '#contracts/json.ts';
import { FAILURE_SIGNAL, FailureAnswer, type Mail } from '#contracts/mail.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { mailInput } from '#engine/drive/mail-input.ts';
import { questionsOf } from '#engine/drive/result-of.ts';
import { stateOf } from '#engine/drive/runs.ts';
import type { Question } from '#engine/drive/types.ts';
import { intoLog } from '#engine/payloads.ts';
import { findRun } from '../../find-run.ts';
import { applyToIdle } from '../../idle-run.ts';
import { type Runs, withRuns } from '../../runs.ts';
import { workflowNamed } from '../../workflows.ts';
import type { Cli, JsonOption } from '../context.ts';
import { reportDrive } from '../drive.ts';
import { me } from '../me.ts';
import { requirePerson } from '../person.ts';

export interface AnswerOptions extends JsonOption {
  readonly signal?: string;
  readonly act?: string;
  readonly resume?: boolean;
}

export async function answerRun(cli: Cli, wanted: string, text: string, options: AnswerOptions): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const { run, graph } = await findRun(runs.store, wanted);
    // An agent that works by the gates has a shell of its own: it must not answer in a person's name.
    if (workflowNamed(graph.name)?.personOnly) requirePerson(`an answer to a run of ${graph.name}`);
    const mail = await mailFor(runs, run, text, options);
    const taken = await giveAnswer(cli, runs, run, mail);
    if (options.resume && taken) {
      const { driveRun } = await import('./runs-resume.ts');
      return reportDrive(screen, await driveRun(cli, runs, run, options), options.json ?? false);
    }
    if (options.json) screen.json({ run, signal: mail.signal, act: mail.act, taken });
    else if (taken) screen.out(`answered; nobody drives run ${run} now. Go on with: assay runs resume ${run}`);
    else screen.out(`the answer is on its way to the process that drives run ${run}: assay runs watch ${run}`);
    return EXIT.done;
  });
}

type SignalMail = Extract<Mail, { type: 'signal' }>;

async function mailFor(runs: Runs, run: RunId, text: string, { signal, act }: AnswerOptions): Promise<SignalMail> {
  const state = await stateOf(runs, run);
  if (state.status === 'ended') throw new AssayError('RUN_OVER', `run ${run} has ended: nothing is asked any more`);
  const open = (await questionsOf(state, runs.blobs)).filter(
    (question) => (signal === undefined || question.signal === signal) && (act === undefined || question.act === act),
  );
  const [question] = open;
  if (question && open.length === 1) {
    return { type: 'signal', signal: question.signal, act: question.act, payload: payloadOf(text, question.signal) };
  }
  // An answer may come before its question, when it says to which.
  if (!question && signal !== undefined) {
    return {
      type: 'signal',
      signal,
      act: act === undefined ? null : ActivationId.parse(act),
      payload: payloadOf(text, signal),
    };
  }
  throw new AssayError('SIGNAL_UNKNOWN', question ? several(run, open) : `run ${run} asks nothing right now`, {
    next: question ? 'Say which with --act or --signal.' : `\`assay runs show ${run}\` shows how it stands.`,
  });
}

const several = (run: RunId, open: readonly Question[]): string =>
  `run ${run} asks ${open.length} things: ${open
    .map(({ act, signal, question }) => `${act} (${signal}): ${textOf({ inline: question })}`)
    .join('; ')}`;

/** JSON where it is JSON; plain words else. What to do about a failure can be said in one word. */
function payloadOf(text: string, signal: string): Json {
  const choice = FailureAnswer.safeParse({ choice: text });
  if (signal === FAILURE_SIGNAL && choice.success) return choice.data;
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}

/** True when it is in the log already; false when a driver will take it in. */
async function giveAnswer({ env }: Cli, runs: Runs, run: RunId, mail: SignalMail): Promise<boolean> {
  const { store, clock, blobs } = runs;
  const by = me();
  const { knownGraphs } = await import('../../server/graphs.ts');
  const graphs = knownGraphs(runs, env);
  const letter = { id: MailId.parse('now'), at: clock.now(), by, mail };
  const applied = await applyToIdle(runs, run, async (state) => {
    const graph = await graphs.get(state.graph?.name ?? '');
    if (!graph) throw new AssayError('GRAPH_UNKNOWN', `this Assay does not have graph ${state.graph?.name}`);
    const input = await mailInput(graph, state, letter, (value) => intoLog(value, blobs));
    return { input, shape: graph.shape };
  });
  if (!applied) await store.post(run, mail, by, clock.now());
  return applied;
}
