import { skillCall } from '#agents/definitions/skill-call.ts';
import type { ChosenBackend } from '#attempts/backends/choose-backend.ts';
import { type AgentKnowledge, chatKnowledge, takesKnowledge } from '#attempts/knowledge/agent-knowledge.ts';
import { askInRun } from '#attempts/permits/ask-in-run.ts';
import { chatPermit } from '#attempts/permits/person-permit.ts';
import { PLANNING, planGate, SUBMIT_PLAN } from '#attempts/permits/plan-gate.ts';
import { placeFor } from '#attempts/sandboxes/attempt-env.ts';
import { beltTools } from '#attempts/tools/belt-tools.ts';
import { checkAfterEdit } from '#attempts/tools/check-after-edit.ts';
import { recorded, transcriptPath, transcriptSink } from '#attempts/transcripts/transcripts.ts';
import type { ShellParser } from '#code/shell-tree.ts';
import type { AgentEvent, AgentTask, AttemptEnv } from '#contracts/agent.ts';
import { attemptOf } from '#contracts/attempt-id.ts';
import type { TurnId } from '#contracts/chat-turn.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ModelImage } from '#contracts/model.ts';
import type { AskPerson, PermissionMode } from '#contracts/permission.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Runs } from '#engine/runs.ts';
import type { Redactor } from '#host/redact.ts';
import { MCP_FILE } from '#sources/mcp/mcp-file.ts';
import { sourceTools } from '#sources/open-source.ts';
import { offerOf, openEnabled, whyNotUsed } from '#sources/project-servers.ts';
import { sessionTools } from '../tools/session-tools.ts';
import type { ChatNodeRunner, TurnContext } from './chat-graph.ts';
import type { ChatMessage, ChatSettings, TakenTurn, TurnEnd, TurnInput } from './chat-types.ts';
import { conversationOf } from './conversation-of.ts';
import { earlierTurns } from './earlier-turns.ts';
import { mentionNote } from './mentions.ts';
import { shownImages } from './message-images.ts';
import { readChat } from './read-chat.ts';
import { type ChatResearcher, isForResearch, researchedBefore, researchTurn } from './research-turn.ts';
import { endOf, endWithoutAttempt } from './turn-end.ts';
import { setUpTurn, type TurnSetup } from './turn-setup.ts';
import { turnSlot } from './turn-slot.ts';
import { TurnView } from './turn-view.ts';
import { type TurnWatch, watchTurn } from './turn-watch.ts';

export interface TurnParts {
  readonly runs: Runs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  sandbox(): Promise<Sandbox>;
  parser(): Promise<ShellParser>;
  backend(run: RunId, settings: ChatSettings): Promise<ChosenBackend>;
  /** A mode other than the conversation's initial one. */
  mode(settings: ChatSettings): PermissionMode;
  /**
   * Who is asked: a person at this terminal, or anyone who watches the conversation; default: a question counts as
   * denied.
   */
  readonly askPerson?: AskPerson | AskThere | undefined;
  readonly researcher?: ChatResearcher | undefined;
  onEvent(run: RunId, turn: TurnId, event: AgentEvent): void;
  onEnd(run: RunId, message: ChatMessage, end: TurnEnd): void;
}

/** Asks through the conversation's log, and waits that long. */
export interface AskThere {
  readonly patienceMs: number;
}

/** Answers one message: the agent's attempt, stored as a transcript, ended by itself or by a person. */
export function turnTaker(parts: TurnParts): ChatNodeRunner['takeTurn'] {
  return async (turn, ctx) => {
    const end = await answer(parts, turn, ctx);
    // A turn that this process releases has not ended: the next driver of the run answers it.
    if (!ctx.signal.aborted) parts.onEnd(ctx.run, turn.message, end);
    return end;
  };
}

async function answer(parts: TurnParts, turn: TurnInput, ctx: TurnContext): Promise<TakenTurn> {
  const { id } = turn.message;
  let { research } = turn;
  let watch: TurnWatch | undefined;
  let backend = turn.settings.backend;
  try {
    const fold = await readChat(parts.runs, ctx.run);
    if (fold.stopped.has(id)) return { ...endWithoutAttempt('stopped', ''), backend, research };
    const watching = watchTurn(parts.runs, ctx.run, id, fold);
    watch = watching;
    const signal = AbortSignal.any([ctx.signal, watching.signal]);
    let asked = turn;
    if (parts.researcher !== undefined && isForResearch(turn)) {
      const { message, settings } = turn;
      const done = researchTurn(parts.researcher, turn, { message, settings, chat: ctx.run, signal });
      const end = await shown(parts, turn, ctx, done.events, watching);
      const { research: by, instead } = done.after();
      research = by;
      if (instead === null) return { ...end, backend, research };
      // If the person left it for something else, that is answered.
      asked = { ...turn, research, message: { ...message, text: instead } };
    }
    const chosen = await parts.backend(ctx.run, turn.settings);
    backend = chosen.name;
    const history = earlierTurns(fold.exchanges);
    const work = { turn: asked, ctx, chosen, history, watch: watching };
    const { project, agent } = turn.settings;
    using _slot = await turnSlot(parts.runs, { run: ctx.run, project, agent }, signal, (message) => {
      ctx.say(message);
      parts.onEvent(ctx.run, id, { type: 'status', message, warns: true });
    });
    return { ...(await attempt(parts, work, signal)), backend, research };
  } catch (thrown) {
    if (watch?.signal.aborted) return { ...endWithoutAttempt('stopped', ''), backend, research };
    return { ...endWithoutAttempt('failed', ''), error: toErrorInfo(thrown), backend, research };
  } finally {
    watch?.close();
  }
}

interface Work {
  readonly turn: TurnInput;
  readonly ctx: TurnContext;
  readonly chosen: ChosenBackend;
  readonly history: string;
  readonly watch: TurnWatch;
}

async function attempt(parts: TurnParts, work: Work, signal: AbortSignal): Promise<TurnEnd> {
  const { runs } = parts;
  const { turn, ctx, chosen, watch } = work;
  await using knowledge = chatKnowledge(parts.env, turn.settings.folder, runs);
  const setup = await setUpTurn(parts, turn, ctx);
  const { needs } = setup.agentSetup;
  await using sources = await sourceTools(runs.home, parts.env, signal, needs);
  await using servers = await serversFor(parts, work, signal);
  const lacking = needs.filter((name) => !sources.names.has(name) && !servers?.offers.has(name));
  const problems = [...sources.problems, ...(servers?.problems ?? []), ...lacking.map(notConnected)];
  const known = { ...knowledge, tools: [...knowledge.tools, ...sources.tools] };
  const { task, place, told } = await prepare(parts, work, setup, known, servers?.tools ?? []);
  ctx.instructed({ commit: '', files: [...told, ...(servers?.files ?? [])], withheld: servers?.withheld ?? [] });
  // Awaited: sources and servers stay open until it has ended.
  return await shown(parts, turn, ctx, warned(problems, chosen.backend.attempt(task, place, signal)), watch);
}

/** Problems are reported before anything is answered. */
async function* warned(problems: readonly string[], events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  for (const message of problems) yield { type: 'status', message, warns: true };
  yield* events;
}

/** Stores events as the transcript of the turn, and sends them to watchers. */
async function shown(
  { runs, redactor, onEvent }: TurnParts,
  turn: TurnInput,
  ctx: TurnContext,
  events: AsyncIterable<AgentEvent>,
  watch: TurnWatch,
): Promise<TurnEnd> {
  const path = transcriptPath(runs.home, ctx.run, ctx.act, ctx.attempt);
  const sink = transcriptSink(path, redactor, () => runs.clock.now());
  const view = new TurnView();
  for await (const event of recorded(events, sink)) {
    view.add(event, runs.clock.now());
    onEvent(ctx.run, turn.message.id, event);
    if (event.type === 'status') ctx.say(event.message);
    if (event.type === 'complete') return endOf(event, view, watch.signal.aborted);
  }
  return {
    ...endWithoutAttempt('failed', view.text),
    error: { code: 'UNEXPECTED', message: 'the agent ended without a result' },
  };
}

async function prepare(
  parts: TurnParts,
  work: Work,
  setup: TurnSetup,
  knowledge: AgentKnowledge,
  served: readonly Tool[],
) {
  const { runs, env } = parts;
  const { turn, ctx, chosen, history } = work;
  const { settings, message } = turn;
  const { folder, project, agent } = settings;
  const { mode, id, rules, agentSetup } = setup;
  const called = skillCall(message.text, agentSetup.skills);
  const asking = { ...rules, askPerson: asker(parts, work), mayUse: agentSetup.mayUse };
  const asked = chatPermit(asking);
  const gate =
    mode === 'ask' && asking.askPerson !== undefined && agentSetup.mayUse(SUBMIT_PLAN)
      ? planGate(asked, chatPermit({ ...asking, mode: 'execute' }), asking.askPerson, (plan) => knowledge.hold(plan))
      : null;
  const permit = gate?.permit ?? asked;
  const known = takesKnowledge(chosen) ? knowledge.tools.filter(({ name }) => agentSetup.mayUse(name)) : [];
  const belt = chosen.name === 'native' ? await beltTools() : [];
  const offered = served.filter(({ name }) => agentSetup.mayUse(name));
  const { askPerson } = asking;
  const session = await sessionTools({ run: ctx.run, home: runs.home, env, redactor: parts.redactor, askPerson });
  // As with knowledge: another program may not support tools over HTTP, and can still be talked to.
  const own = takesKnowledge(chosen) ? session.filter(({ name }) => agentSetup.mayUse(name)) : [];
  const tools = [...agentSetup.tools, ...(gate ? [gate.tool] : []), ...own, ...known, ...offered, ...belt];
  const there = placeFor({
    folder,
    permit,
    tools,
    blobs: runs.blobs,
    sandbox: parts.sandbox,
    env,
    readOnly: mode === 'explore',
    conversation: await conversationOf(runs.store, ctx.run),
  });
  const place: AttemptEnv = {
    ...there,
    // In ask mode a person would be asked for it after every edit.
    check: chosen.name === 'native' && mode === 'execute' ? checkAfterEdit(there) : undefined,
    mayUse: agentSetup.mayUse,
    helpers: agentSetup.helpers,
    // Every address is asked about, or allowed by a rule of the person's.
    reach: fetch,
  };
  const resume = turn.resume?.backend === chosen.name ? turn.resume.token : undefined;
  const again = ctx.attempt > 1 ? AGAIN : '';
  // With the first message only: its results stay in the conversation.
  const isFirst = resume === undefined && history === '';
  const places = isFirst && known.length > 0 ? await knowledge.pack(message.text) : '';
  const images = await imagesFor(parts, work);
  const note = await mentionNote(agentSetup.mentions, project);
  const task: AgentTask = {
    id,
    of: attemptOf(ctx),
    agent,
    system: [agentSetup.system, gate === null ? '' : PLANNING, researchedBefore(turn.research)]
      .filter((part) => part !== '')
      .join('\n\n'),
    prompt: [again, places, called?.prompt ?? message.text, note].filter((part) => part !== '').join('\n\n'),
    ...(images.length === 0 ? {} : { images }),
    claim: null,
    limits: agentSetup.limits,
    ...(agentSetup.thinking === undefined ? {} : { thinking: { effort: agentSetup.thinking } }),
    ...(agentSetup.compactAt === undefined ? {} : { compactAt: agentSetup.compactAt }),
    place: folder,
    ...(resume === undefined ? {} : { resume }),
    ...(history === '' ? {} : { history }),
  };
  return { task, place, told: agentSetup.told };
}

/** Those of the project's `.mcp.json` that a person enabled, as it is now. */
async function serversFor(parts: TurnParts, { turn }: Work, signal: AbortSignal) {
  const { settings } = turn;
  const offer = await offerOf(settings.project, parts.runs.home);
  if (offer === null) return null;
  const why = whyNotUsed(offer);
  const onlyReading = parts.mode(settings) === 'explore';
  const opened = await openEnabled(offer, settings.project, parts.env, { onlyReading, signal });
  return {
    ...opened,
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
    files: opened.names.length === 0 ? [] : [{ path: MCP_FILE, hash: offer.fileHash }],
    withheld: why === null ? [] : [{ path: MCP_FILE, why }],
    offers: new Set(offer.servers.map(({ name }) => name)),
  };
}

/** Agents' own programs read files of the folder themselves; they are not shown other files. */
async function imagesFor({ runs }: TurnParts, { turn, chosen, ctx }: Work): Promise<ModelImage[]> {
  const { images = [] } = turn.message;
  if (images.length === 0) return [];
  if (chosen.name === 'native') return shownImages(images, runs.blobs);
  ctx.say(`${images.map(({ name }) => name).join(', ')}: not sent to ${chosen.name}, which opens files itself`);
  return [];
}

const notConnected = (name: string): string =>
  `this agent needs the source ${name}, which is not connected: assay sources add ${name}`;

function asker({ askPerson, runs, redactor }: TurnParts, { turn, ctx }: Work): AskPerson | undefined {
  if (askPerson === undefined || typeof askPerson === 'function') return askPerson;
  const { patienceMs } = askPerson;
  return askInRun({ of: attemptOf(ctx), agent: turn.settings.agent }, { runs, redactor, patienceMs });
}

const AGAIN =
  '[This message was being answered when the process died. What was done then may be done already: look first.]';
