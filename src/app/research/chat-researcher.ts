import { RunId, SessionId } from '#contracts/ids.ts';
import { isPassing } from '#contracts/stories/chapters.ts';
import { questionsOf } from '#engine/drive/result-of.ts';
import { resumeRun, startRun, stateOf } from '#engine/drive/runs.ts';
import type { DriveListener, DriveResult, RunHandle } from '#engine/drive/types.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import { answerMail } from '#engine/steering/answer-mail.ts';
import { sendMail } from '#engine/steering/send-mail.ts';
import type { ChatResearcher, ResearchStep, Spoken } from '#sessions/chat/research-turn.ts';
import { Ask, PauseQuestion } from '#workflows/research/state.ts';
import { RESEARCH_CHAPTERS } from './chapters.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Researches of conversations: each is a run of its own, whose id is derived from the message that asked for it. A
 * process that dies in the middle loses nothing: the message is answered again, and finds the run as far as it came.
 */
export function chatResearcher(runs: Runs, env: Env): ChatResearcher {
  return {
    async begin({ question, depth, web }, spoken) {
      const { settings, message, chat } = spoken;
      const run = runOf(message.id, message.at);
      if ((await runs.store.header(run)) !== null) return goOn(runs, env, run, spoken);
      const { project: folder, model, simulated } = settings;
      const wanted = { folder, question, depth, web, pauses: true, chat, simulated };
      const { newAsk } = await import('./new-ask.ts');
      const ask = await newAsk(runs, env, { ...wanted, ...(model === null || simulated ? {} : { model }) });
      await using runtime = await runtimeOf(runs, ask, env);
      const title = question.slice(0, 100);
      const session = SessionId.parse(chat);
      return await driven(runs, run, spoken, (listener) =>
        startRun(runtime.deps, runtime.graph, { run, input: ask, title, session, simulated, listener }),
      );
    },
    async reply(run, spoken) {
      if ((await stateOf(runs, run)).status !== 'ended') await sayTo(runs, run, spoken);
      const step = await goOn(runs, env, run, spoken);
      // Another process ended it: the message is not an answer to it.
      const isSaid = step.type !== 'ended' || (await isSaidTo(runs, run, spoken));
      return isSaid ? step : { ...step, instead: spoken.message.text };
    },
  };
}

/** In the form of run ids: by when they began, then a unique part. */
function runOf(message: string, at: number): RunId {
  const time = Math.floor(at / 1000)
    .toString(36)
    .padStart(7, '0');
  return RunId.parse(`r${time}${message.replace(/^m/, '').slice(0, 8)}`);
}

/** Once for each message, however often it is answered again. */
async function sayTo(runs: Runs, run: RunId, spoken: Spoken): Promise<void> {
  if (await isSaidTo(runs, run, spoken)) return;
  const mail = await answerMail(runs, run, { payload: spoken.message.text });
  await sendMail({ runs, by: speaker(spoken) }, run, mail);
}

const speaker = ({ message }: Spoken): string => `message ${message.id}`;

async function isSaidTo({ store }: Runs, run: RunId, spoken: Spoken): Promise<boolean> {
  const by = speaker(spoken);
  const isHeard = (await eventsOf(store, run)).some(
    (event) => event.type === 'signal.received' && event.data.by === by,
  );
  return isHeard || (await store.mail(run)).some((letter) => letter.by === by);
}

async function goOn(runs: Runs, env: Env, run: RunId, spoken: Spoken): Promise<ResearchStep> {
  const state = await stateOf(runs, run);
  if (state.status === 'ended') return (await endedStep(runs, run)) ?? failedStep(run, 'it did not end with an answer');
  const input = (await eventsOf(runs.store, run)).find((event) => event.type === 'run.created')?.data.input;
  if (input === undefined || !('inline' in input)) return failedStep(run, 'its question cannot be read');
  await using runtime = await runtimeOf(runs, Ask.parse(input.inline), env);
  return await driven(runs, run, spoken, (listener) => resumeRun(runtime.deps, runtime.graphs, run, { listener }));
}

const STEPS = new Map(RESEARCH_CHAPTERS.flatMap(({ steps }) => Object.entries(steps)));
/** A person who follows a conversation sees what happens, not how the code moves from step to step. */
const isTold = (node: string): boolean => node !== 'pause' && !isPassing(RESEARCH_CHAPTERS, node);

async function driven(
  runs: Runs,
  run: RunId,
  { signal, tell }: Spoken,
  begin: (listener: DriveListener) => Promise<RunHandle>,
): Promise<ResearchStep> {
  const handle = await begin({
    onEvents: (events) => {
      for (const event of events)
        if (event.type === 'node.scheduled' && isTold(event.data.node))
          tell(STEPS.get(event.data.node) ?? event.data.node);
    },
    onSay: (_, line) => tell(line),
  });
  const stop = (): void => void handle.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await stepOf(runs, run, await handle.done);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function stepOf(runs: Runs, run: RunId, result: DriveResult): Promise<ResearchStep> {
  switch (result.status) {
    case 'completed':
      return (await endedStep(runs, run)) ?? failedStep(run, 'it did not end with an answer');
    case 'waiting': {
      const questions = await questionsOf(await stateOf(runs, run), runs.blobs);
      return { type: 'waits', run, text: questions.map(({ question }) => pausedText(question)).join('\n\n') };
    }
    case 'failed':
      return { type: 'failed', run, error: result.error };
    case 'cancelled':
      return failedStep(run, `it was cancelled: ${result.why}`);
    case 'paused':
    case 'stopped':
      return failedStep(run, 'it was interrupted');
  }
}

async function endedStep(runs: Runs, run: RunId): Promise<ResearchStep | null> {
  const { reportOf } = await import('./new-ask.ts');
  const report = await reportOf(runs, run);
  if (report === null) return null;
  const { summary, instead = null } = report;
  const isLeft = report.outcome === 'left';
  const text = isLeft ? 'The research was left. What it found is kept for this conversation.' : report.markdown;
  return { type: 'ended', run, text, summary, isLeft, instead };
}

/** The question, with its choices by number. */
function pausedText(question: unknown): string {
  const paused = PauseQuestion.safeParse(question);
  if (paused.success) return paused.data.report;
  const plain = PauseQuestion.pick({ text: true, choices: true }).safeParse(question);
  if (!plain.success) return 'The research waits for your word.';
  return [plain.data.text, '', ...plain.data.choices.map((choice) => choice.replace(/^(\d) /, '$1. '))].join('\n');
}

const failedStep = (run: RunId, why: string): ResearchStep => ({
  ...{ type: 'failed', run },
  error: { code: 'NODE_ABORTED', message: `the research stopped: ${why}`, next: `assay runs resume ${run}` },
});

/** Loaded on demand: most conversations research nothing. */
async function runtimeOf(runs: Runs, ask: Ask, env: Env) {
  const { researchRuntime } = await import('./runtime.ts');
  const runtime = await researchRuntime(runs, ask, env);
  return Object.assign(runtime, { [Symbol.asyncDispose]: () => runtime.close() });
}
