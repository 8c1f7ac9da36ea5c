import { setTimeout as sleep } from 'node:timers/promises';
import { methods, RequestError } from '@agentclientprotocol/sdk';
import type { AgentPlace, AgentResult, AgentTask, AgentUsage, Backend } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { claimSchema, readClaim } from '../claim/read-claim.ts';
import { serveTools } from '../mcp-tools/serve-tools.ts';
import { askPermit } from '../program/ask-permit.ts';
import { type Ended, failed, frameAttempt, type Telling } from '../program/frame-attempt.ts';
import { modelTrouble } from '../program/model-trouble.ts';
import { programFailure } from '../program/program-failure.ts';
import { claimWords, repairWords } from '../program/prompts.ts';
import { requirePrice } from '../program/require-price.ts';
import { type OpenSeat, type ProgramSeat, placeSeat } from '../program/seat.ts';
import { shownText } from '../program/tool-text.ts';
import { type Connected, connect } from './connect.ts';
import { acpMapper } from './map-updates.ts';
import { type AcpProfile, profileOf } from './profiles.ts';
import { resumeToken } from './resume.ts';
import { type OpenSession, openSession } from './session.ts';
import { PromptAnswer, type PromptTokens } from './updates.ts';

export interface AcpBackendOptions {
  /** The program and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly openSeat?: OpenSeat;
  readonly profile?: AcpProfile;
  /** Few agents tell what they cost. Null where the price is not known, and always without this. */
  readonly priceOf?: (usage: Omit<AgentUsage, 'usd'>, model: string | undefined) => number | null;
  readonly simulated?: boolean;
}

/** Attempts by any agent that speaks the Agent Client Protocol over its standard streams. */
export function acpBackend(options: AcpBackendOptions): Backend {
  const name = `acp:${options.command.join(' ')}`;
  return {
    name,
    simulated: options.simulated ?? false,
    attempt: (task, place, signal) =>
      frameAttempt(task, signal, async (telling, own) => {
        const seat = await (options.openSeat ?? placeSeat)(task, place);
        try {
          return await work({ options, name, task, place, seat, telling, signal: own });
        } finally {
          await seat.close();
        }
      }),
  };
}

interface Parts {
  readonly options: AcpBackendOptions;
  readonly name: string;
  readonly task: AgentTask;
  readonly place: AgentPlace;
  readonly seat: ProgramSeat;
  readonly telling: Telling;
  readonly signal: AbortSignal;
}

async function work(parts: Parts): Promise<Ended> {
  const { options, task, place, seat, telling, signal } = parts;
  const schema = claimSchema(task.claim);
  const profile = options.profile ?? profileOf(options.command);
  requirePrice(task, profile.title, options.priceOf !== undefined || profile.tellsCost === true);
  let calls = 0;
  const nextId = (): string => `assay-${++calls}`;
  const tools = { tools: place.tools, folder: place.folder, signal, ask: askPermit(place, telling), nextId };
  const toolsUrl = await serveTools(seat, tools);
  await profile.prepare?.(seat);
  const [program, ...args] = options.command;
  const env = profile.environment(seat, task);
  telling.tell({ type: 'status', message: `starts ${profile.title}` });
  // Not with our signal: it is asked to stop first, and killed a moment later.
  const running = await seat.start({ program, args: [...args, ...(profile.arguments?.(task) ?? [])], env });

  const mapper = acpMapper(task.id);
  let telled: Promise<void> = Promise.resolve();
  const tell = (events: ReturnType<typeof mapper.take>): void => {
    telled = telled.then(async () => {
      for (const event of events) {
        telling.tell(event.type === 'tool_result' ? { ...event, ...(await shownText(event.text, place)) } : event);
      }
    });
  };
  const connected = connect({ running, place, telling, mapper, signal, tell });
  const called = { off: new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason))) };
  called.off.catch(() => undefined);
  try {
    const session = await Promise.race([
      openSession({ task, place, profile, agent: parts.name, connected, telling, toolsUrl }),
      called.off,
    ]);
    const talk = new Conversation(connected, session, called.off);
    const result = await converse(talk, mapper, tell, schema, parts);
    await telled;
    const { usd } = mapper.state();
    const resume = { agent: parts.name, session: session.id, usd: usd ?? null };
    return { result, resume: session.resumable ? resumeToken(resume) : undefined };
  } catch (thrown) {
    return { result: await failureOf(thrown, profile, () => endOf(running)) };
  } finally {
    await telled;
    connected.connection.close();
    await connected.terminals.close();
    await running.kill();
  }
}

/** One prompt after the other in one session. */
class Conversation {
  readonly session: OpenSession;
  readonly #connected: Connected;
  readonly #off: Promise<never>;

  constructor(connected: Connected, session: OpenSession, off: Promise<never>) {
    this.#connected = connected;
    this.session = session;
    this.#off = off;
  }

  async prompt(text: string): Promise<PromptAnswer> {
    const { agent } = this.#connected.connection;
    const sessionId = this.session.id;
    // By its plain name, so that what the stable schema leaves out (the usage) still arrives.
    const method: string = methods.agent.session.prompt;
    const asked = agent.request<unknown>(method, { sessionId, prompt: [{ type: 'text', text }] });
    asked.catch(() => undefined);
    try {
      const answer = PromptAnswer.parse(await Promise.race([asked, this.#off]));
      await this.#quiet();
      return answer;
    } catch (thrown) {
      await agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
      throw thrown;
    }
  }

  /** Some agents answer while their last words are still on the way. */
  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.#connected.updates; ) {
      before = this.#connected.updates;
      await sleep(QUIET_MS);
    }
  }
}

const QUIET_MS = 25;

async function converse(
  talk: Conversation,
  mapper: ReturnType<typeof acpMapper>,
  tell: (events: ReturnType<typeof mapper.take>) => void,
  schema: JsonSchema | null,
  { task, telling, options }: Parts,
): Promise<AgentResult> {
  let tokens: PromptTokens = { inputTokens: 0, outputTokens: 0 };
  const say = async (text: string): Promise<PromptAnswer> => {
    const answer = await talk.prompt(text);
    tell(mapper.stop());
    tokens = addTokens(tokens, answer.usage ?? undefined);
    telling.used(
      usageOf(tokens, mapper.state(), talk.session.usdBefore, (used) => options.priceOf?.(used, task.model)),
    );
    return answer;
  };
  const words = [task.system, task.prompt, ...(schema === null ? [] : [claimWords(schema)])];
  const first = await say(words.filter((each) => each !== '').join('\n\n'));
  const stopped = stopFailure(first.stopReason);
  if (stopped !== null) return stopped;
  const { lastText } = mapper.state();
  if (schema === null) return { type: 'text', text: lastText };
  const read = readClaim(lastText, schema);
  if (read.type !== 'invalid') return read;

  telling.tell({ type: 'error', error: { code: 'CLAIM_INVALID', message: read.problems } });
  const second = await say(repairWords(read.problems, schema));
  const repaired = stopFailure(second.stopReason) ?? readClaim(mapper.state().lastText, schema);
  if (repaired.type !== 'invalid') return repaired;
  const seen = `The agent ended without a claim that fits: ${repaired.problems}`;
  return failed(new AssayError('CLAIM_INVALID', seen), true);
}

const addTokens = (sum: PromptTokens, more: PromptTokens | undefined): PromptTokens => ({
  inputTokens: sum.inputTokens + (more?.inputTokens ?? 0),
  outputTokens: sum.outputTokens + (more?.outputTokens ?? 0),
  cachedReadTokens: (sum.cachedReadTokens ?? 0) + (more?.cachedReadTokens ?? 0),
  cachedWriteTokens: (sum.cachedWriteTokens ?? 0) + (more?.cachedWriteTokens ?? 0),
});

function usageOf(
  tokens: PromptTokens,
  { rounds, usd }: { readonly rounds: number; readonly usd: number | undefined },
  usdBefore: number | null,
  priceOf: (used: Omit<AgentUsage, 'usd'>) => number | null | undefined,
): AgentUsage {
  const used = {
    input: tokens.inputTokens,
    output: tokens.outputTokens,
    cacheRead: tokens.cachedReadTokens ?? 0,
    cacheWrite: tokens.cachedWriteTokens ?? 0,
    turns: rounds,
  };
  // The agent's own count is of the whole session.
  return { ...used, usd: usd === undefined ? (priceOf(used) ?? null) : Math.max(0, usd - (usdBefore ?? 0)) };
}

function stopFailure(reason: string): AgentResult | null {
  if (reason === 'end_turn') return null;
  if (reason === 'refusal') {
    return failed(new AssayError('MODEL_REFUSED', 'The model refused the task.', { next: 'Word the task otherwise.' }));
  }
  const seen = `The agent stopped before it was finished (${reason}).`;
  return failed(
    new AssayError(reason === 'max_turn_requests' ? 'ATTEMPT_LIMIT' : 'TOOL_FAILED', seen, {
      next: 'Give it a smaller task.',
    }),
    reason === 'cancelled',
  );
}

/** The agent's own error, or the end of its program, or ours. */
async function failureOf(
  thrown: unknown,
  { title }: AcpProfile,
  ended: () => Promise<Parameters<typeof programFailure>[1] | null>,
): Promise<AgentResult> {
  if (thrown instanceof RequestError) {
    const data = thrown.data === undefined ? '' : ` ${JSON.stringify(thrown.data)}`;
    return modelTrouble(title, `${thrown.message}${data}`.slice(0, 1000));
  }
  if (thrown instanceof AssayError) return failed(thrown);
  const end = await ended();
  return end === null ? failed(thrown, true) : programFailure(title, end, TRY);
}

const TRY = 'Run the agent by itself to see the trouble; install it anew if it does not start.';
const SOON_MS = 200;

/** How the program ended, if it has; a broken connection is heard of a moment before. */
const endOf = (running: Awaited<ReturnType<ProgramSeat['start']>>) =>
  Promise.race([
    running.ended,
    new Promise<null>((resolve) => {
      setTimeout(resolve, SOON_MS, null);
    }),
  ]);

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
