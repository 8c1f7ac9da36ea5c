import { RequestError } from '@agentclientprotocol/sdk';
import { type AgentResult, type AgentUsage, type Backend, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { onAbort } from '#host/on-abort.ts';
import { claimSchema } from '../claim/read-claim.ts';
import { serveTools } from '../mcp-tools/serve-tools.ts';
import { askPermit } from '../program/ask-permit.ts';
import { type Ended, failedAttempt } from '../program/frame-attempt.ts';
import { modelTrouble } from '../program/model-trouble.ts';
import { programFailure } from '../program/program-failure.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { type PriceOf, requirePrice } from '../program/require-price.ts';
import { type SandboxedOptions, type SandboxedWork, sandboxedBackend } from '../program/sandboxed-backend.ts';
import { shownText } from '../program/tool-text.ts';
import type { AcpProfile } from './acp-profile.ts';
import { askOnce } from './ask-once.ts';
import { connectAgent } from './connect.ts';
import { AcpConversation } from './conversation.ts';
import { converseOverAcp } from './converse.ts';
import { wordsOf } from './error-words.ts';
import { acpMapper } from './map-updates.ts';
import { profileOf } from './profiles.ts';
import { acpResumeToken } from './resume.ts';
import { openSession } from './session.ts';
import { sessionSaved } from './session-saved.ts';

export interface AcpBackendOptions extends SandboxedOptions {
  /** The program and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly profile?: AcpProfile;
  /** Few agents report their cost. Null where the price is not known; without this, always null. */
  readonly priceOf?: PriceOf;
}

/** Attempts by any agent that speaks the Agent Client Protocol over its standard streams. */
export function acpBackend(options: AcpBackendOptions): Backend {
  const name = `acp:${options.command.join(' ')}`;
  return sandboxedBackend(name, options, (parts) => work({ ...parts, options, name }));
}

interface Parts extends SandboxedWork {
  readonly options: AcpBackendOptions;
  readonly name: string;
}

async function work(parts: Parts): Promise<Ended> {
  const { options, task, place, programSandbox, telling, signal } = parts;
  const schema = claimSchema(task.claim);
  const profile = options.profile ?? profileOf(options.command);
  if (profile.tellsCost !== true) requirePrice(task, profile.title, options.priceOf);
  let calls = 0;
  const nextId = (): string => `assay-${++calls}`;
  const ask = askOnce(askPermit(place, telling));
  const tools = { tools: place.tools, folder: place.folder, signal, ask: ask.after, nextId };
  const toolsUrl = await serveTools(programSandbox, tools);
  await profile.prepare?.(programSandbox);
  const [program, ...args] = options.command;
  const env = profile.environment(programSandbox, task);
  telling.tell({ type: 'status', message: `starts ${profile.title}` });
  // Not with our signal: it is asked to stop first, and killed a moment later.
  const running = await programSandbox.start({ program, args: [...args, ...(profile.arguments?.(task) ?? [])], env });

  const since = new Date();
  const mapper = acpMapper(task.id);
  let telled: Promise<void> = Promise.resolve();
  const tell = (events: ReturnType<typeof mapper.take>): void => {
    telled = telled.then(async () => {
      for (const event of events) {
        telling.tell(event.type === 'tool_result' ? { ...event, ...(await shownText(event.text, place)) } : event);
      }
    });
  };
  const connected = connectAgent({ running, place, ask, mapper, signal, tell });
  const called = { off: new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason))) };
  called.off.catch(() => undefined);
  try {
    const session = await Promise.race([
      openSession({ task, place, profile, agent: parts.name, connected, telling, toolsUrl }),
      called.off,
    ]);
    const talk = new AcpConversation(connected, session, called.off);
    const priceOf = (used: Omit<AgentUsage, 'usd'>) => options.priceOf?.(used, task.model);
    const { takeRefusals } = connected;
    // Reported only after a prompt: until then it is unknown.
    telling.used({ ...NO_AGENT_USAGE, usd: null });
    const result = await converseOverAcp({ talk, mapper, tell, schema, task, telling, priceOf, takeRefusals });
    await telled;
    const { usd, lastText } = mapper.state();
    const answer = { session: session.id, since, text: lastText };
    const isKept =
      session.resumable && (await Promise.race([sessionSaved(profile, programSandbox, answer), called.off]));
    const resume = { agent: parts.name, session: session.id, usd: usd ?? null };
    return { result, resume: isKept ? acpResumeToken(resume) : undefined };
  } catch (thrown) {
    return { result: await failureOf(thrown, profile, () => endOf(running)) };
  } finally {
    await telled;
    connected.connection.close();
    await connected.terminals.close();
    await running.kill();
  }
}

/** The agent's own error, or the end of its program, or ours. */
async function failureOf(
  thrown: unknown,
  { title }: AcpProfile,
  ended: () => Promise<Parameters<typeof programFailure>[1] | null>,
): Promise<AgentResult> {
  if (thrown instanceof RequestError) {
    return modelTrouble(title, wordsOf(thrown));
  }
  if (thrown instanceof AssayError) return failedAttempt(thrown);
  const end = await ended();
  return end === null ? failedAttempt(thrown, true) : programFailure(title, end, TRY);
}

const TRY = 'Run the agent directly to see the error; reinstall it if it does not start.';
const SOON_MS = 200;

/** How the program ended, if it has; the broken connection is noticed a moment before. */
const endOf = (running: Awaited<ReturnType<ProgramSandbox['start']>>) =>
  Promise.race([
    running.ended,
    new Promise<null>((resolve) => {
      setTimeout(resolve, SOON_MS, null);
    }),
  ]);
