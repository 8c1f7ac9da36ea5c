import { imageText } from '#code/image.ts';
import type { AgentCompletion, AgentResult, AgentTask, AttemptEnv, Helper } from '#contracts/agent.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { ModelImage, StepModel } from '#contracts/model.ts';
import { claimReader, claimSchema } from '../claim/read-claim.ts';
import { wrapClaim } from '../claim/wrap-claim.ts';
import { requireModelPrice } from '../models/prices/cost.ts';
import { firstWords } from '../program/prompts.ts';
import { countsMoney } from '../program/require-price.ts';
import { Conversation } from './context/conversation.ts';
import { textTokens } from './context/estimate.ts';
import { converse, type Talk } from './converse.ts';
import { environmentFacts } from './environment.ts';
import type { Emit } from './event-stream.ts';
import { pathLocks } from './files/path-locks.ts';
import { limitError, type Meter, meter } from './meter.ts';
import type { NativeOptions } from './options.ts';
import { systemFor, systemForHelper } from './rules.ts';
import { HeldAnswers } from './run-call.ts';
import { type Toolbox, toolbox } from './tools/native-tools.ts';
import { toolSchema } from './tools/schema-of.ts';
import type { RunSubAgent } from './tools/task.ts';
import { keepTranscript, loadTranscript } from './transcript.ts';
import { settledWithin } from './until.ts';

const HELPER_TURNS = 40;
const USUAL_WINDOW = 180_000;
/** After this the end is reported, whatever a tool still does. */
const MOST_MS_TO_END = 700;

/** One attempt from its first event to its completion. Never throws. */
export async function nativeAttempt(
  options: NativeOptions,
  task: AgentTask,
  place: AttemptEnv,
  emit: Emit,
  outer: AbortSignal,
): Promise<AgentCompletion> {
  const used = meter(task.limits, place.allowance);
  const time = timeLimit(options, task, outer);
  const begun = new Set<Promise<unknown>>();
  let conversation: Conversation | undefined;
  let result: AgentResult;
  try {
    const model = await options.model(task.model, task);
    if (countsMoney(task)) requireModelPrice(model);
    const work = await prepare({ options, task, place, emit, model, used, begun });
    conversation = work.conversation;
    emit({ type: 'status', message: `asks ${model.ref}${options.simulated ? ' (simulated)' : ''}` });
    result = await converse(work, time.signal);
  } catch (thrown) {
    result = { type: 'failed', error: toErrorInfo(thrown), retry: false };
  }
  time.cancel();
  if (time.signal.aborted) result = endedEarly(time.isOver(), task, outer, result);
  await settledWithin(begun, MOST_MS_TO_END);
  const resume = await kept(options, task, conversation, emit);
  return { type: 'complete', usage: used.usage, result, ...(resume === undefined ? {} : { resume }) };
}

interface Parts {
  readonly options: NativeOptions;
  readonly task: AgentTask;
  readonly place: AttemptEnv;
  readonly emit: Emit;
  readonly model: StepModel;
  readonly used: Meter;
  readonly begun: Set<Promise<unknown>>;
}

async function prepare(parts: Parts): Promise<Talk> {
  const { options, task, place, emit, model, used } = parts;
  const schema = claimSchema(task.claim);
  const shared = sharedBy(parts);
  const locks = pathLocks();
  const steps = { model, meter: used, emit, nextTurn: shared.nextTurn };
  const facts = environmentFacts(place, options.clock.now());
  const runSubAgent: RunSubAgent = async (prompt, call, signal, who) => {
    const helpers = toolbox(who === undefined ? place : { ...place, mayUse: bothMay(place, who) }, locks);
    const other = who?.model === undefined ? model : await options.model(who.model, task);
    if (countsMoney(task)) requireModelPrice(other);
    const told = systemForHelper(who === undefined ? task : { ...task, system: who.system }, facts);
    const { images: _, ...own } = task;
    const plain = who?.thinking === undefined ? own : { ...own, thinking: who.thinking };
    const helper = talk(options, plain, told, prompt, [], helpers, {
      steps: { ...steps, model: other, parent: call },
      calls: { place, tools: helpers.tools, emit, ...shared, parent: call, held: new HeldAnswers(), model: other },
      claim: null,
      mostTurns: HELPER_TURNS,
      idempotencyKey: `${task.id}/${call}`,
    });
    const result = await converse(helper, signal);
    if (result.type === 'text') return { ok: true, output: { answer: result.text }, text: result.text };
    const error = result.type === 'failed' ? result.error : { code: 'UNEXPECTED', message: 'a helper gave no text' };
    return { ok: false, error };
  };
  const box = toolbox(place, locks, runSubAgent);
  if (box.hidden.length > 0) emit({ type: 'status', message: `uses its own ${box.hidden.join(', ')}` });
  const before = task.resume === undefined ? [] : await resumed(options, task, task.resume, emit);
  return talk(options, task, systemFor(task, facts), firstWords(task, before.length > 0), before, box, {
    steps,
    calls: { place, tools: box.tools, emit, ...shared, held: new HeldAnswers(), model },
    claim: schema === null ? null : { schema: wrapClaim(schema), read: claimReader(schema) },
    idempotencyKey: task.id,
  });
}

/** If a model may not read images, it is told which ones it did not get. */
const notSeen = (ref: string, images: readonly ModelImage[]): string =>
  images.length === 0
    ? ''
    : `\n\n[Not shown, as ${ref} is not known to read images: ${images.map(imageText).join('; ')}]`;

/** A helper with another name may do no more than the agent that uses it. */
const bothMay =
  ({ mayUse = () => true }: AttemptEnv, helper: Helper) =>
  (tool: string): boolean =>
    mayUse(tool) && helper.mayUse(tool);

/** Names that are unique in the attempt, including its helpers, and what has to end with it. */
function sharedBy({ task, begun }: Parts) {
  let turns = 0;
  const calls = new Map<string, number>();
  return {
    nextTurn: () => {
      turns += 1;
      return `${task.id}/t${turns}`;
    },
    uniqueCall: (id: string) => {
      const seen = (calls.get(id) ?? 0) + 1;
      calls.set(id, seen);
      return seen === 1 ? id : `${id}~${seen}`;
    },
    begun: (work: Promise<unknown>) => {
      const watched = work.catch(() => undefined).finally(() => begun.delete(watched));
      begun.add(watched);
    },
  };
}

function talk(
  { window = () => undefined }: NativeOptions,
  { compactAt, thinking, images = [] }: AgentTask,
  system: string,
  prompt: string,
  before: Conversation['messages'],
  box: Toolbox,
  rest: Omit<Talk, 'system' | 'conversation' | 'tools'>,
): Talk {
  const tools = [...box.tools.values()].map(({ tool }) => toolSchema(tool));
  const fixed = textTokens(system) + textTokens(JSON.stringify(tools));
  const { ref, seesImages = false } = rest.steps.model;
  const [shown, words] = seesImages ? [images, ''] : [[], notSeen(ref, images)];
  const most = window(ref) ?? USUAL_WINDOW;
  const conversation = new Conversation(before, `${prompt}${words}`, most, fixed, compactAt, shown);
  return { ...rest, system, conversation, tools, ...(thinking === undefined ? {} : { thinking }) };
}

async function resumed(options: NativeOptions, task: AgentTask, token: string, emit: Emit) {
  const loaded = await loadTranscript(options.transcripts, token, task.agent);
  if (loaded.type === 'loaded') {
    emit({ type: 'status', message: 'continues an earlier conversation' });
    return [...loaded.messages];
  }
  emit({ type: 'status', message: `starts over: the earlier conversation cannot be continued (${loaded.why})` });
  return [];
}

async function kept(options: NativeOptions, task: AgentTask, conversation: Conversation | undefined, emit: Emit) {
  if (options.transcripts === undefined || conversation === undefined) return undefined;
  try {
    return await keepTranscript(options.transcripts, task.agent, conversation.messages);
  } catch (thrown) {
    emit({ type: 'error', error: toErrorInfo(thrown) });
    return undefined;
  }
}

/** The caller's signal and the clock's, combined. */
function timeLimit({ clock, longest }: NativeOptions, { limits }: AgentTask, outer: AbortSignal) {
  const ending = new AbortController();
  let over = false;
  const leave = (): void => ending.abort(outer.reason);
  if (outer.aborted) leave();
  else outer.addEventListener('abort', leave, { once: true });
  const seconds = limits.seconds ?? longest;
  const stop = clock.after(seconds * 1_000, () => {
    over = true;
    ending.abort(new Error('the time is over'));
  });
  return {
    signal: ending.signal,
    isOver: () => over,
    cancel: () => {
      stop();
      outer.removeEventListener('abort', leave);
    },
  };
}

function endedEarly(isOver: boolean, { limits }: AgentTask, outer: AbortSignal, result: AgentResult): AgentResult {
  // A result at the very moment of the abort counts.
  if (result.type !== 'failed') return result;
  if (isOver) return { type: 'failed', error: limitError(`${limits.seconds ?? 'all its'} s`), retry: false };
  const why = outer.reason instanceof Error ? `: ${outer.reason.message}` : '';
  return {
    type: 'failed',
    error: { code: 'ATTEMPT_ABORTED', message: `the attempt was cancelled${why}` },
    retry: false,
  };
}
