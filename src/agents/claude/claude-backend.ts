import { type AgentResult, type AgentTask, type AttemptEnv, type Backend, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { ExecResult } from '#contracts/exec.ts';
import { claimSchema } from '../claim/read-claim.ts';
import { wrapClaim } from '../claim/wrap-claim.ts';
import { SERVER, toolServer } from '../mcp-tools/tool-server.ts';
import { askPermit } from '../program/ask-permit.ts';
import { type Ended, failedAttempt, type Telling } from '../program/frame-attempt.ts';
import { ownModel } from '../program/own-model.ts';
import { programFailure } from '../program/program-failure.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { firstWords } from '../program/prompts.ts';
import { type SandboxedOptions, type SandboxedWork, sandboxedBackend } from '../program/sandboxed-backend.ts';
import { shownText } from '../program/tool-text.ts';
import { tryResume } from '../program/try-resume.ts';
import { claudeEnvironment, configFolder } from './environment.ts';
import { claudeMapper } from './map-messages.ts';
import { type ResultMessage, readClaudeMessage } from './messages.ts';
import { claudePermissions } from './permissions.ts';
import { claudeResult, totalsOf, usageSince } from './result.ts';
import { checkClaudeResume, claudeResumeToken, type Resumed } from './resume.ts';
import { type ClaudeSdk, loadClaudeSdk, type QueryOptions } from './sdk.ts';
import { type Spawned, spawnInSandbox } from './spawn.ts';

export interface ClaudeBackendOptions extends SandboxedOptions {
  /** Folders in which the optional package is searched: the project's, Assay's own. */
  readonly from: readonly string[];
  /** The package itself, if the caller already loaded it. */
  readonly sdk?: ClaudeSdk;
  /** A program other than the package's own. */
  readonly executable?: string;
}

/** Attempts by Claude Code through the Claude Agent SDK. */
export const claudeBackend = (options: ClaudeBackendOptions): Backend =>
  sandboxedBackend('claude', options, (parts) => work(options, parts));

async function work(
  options: ClaudeBackendOptions,
  { task, place, programSandbox, telling, signal }: SandboxedWork,
): Promise<Ended> {
  const schema = claimSchema(task.claim);
  const sdk = options.sdk ?? (await loadClaudeSdk(options.from));
  const resumed = await tryResume(task.resume, telling, (token) =>
    checkClaudeResume(token, configFolder(programSandbox)),
  );
  let spawned: Spawned | undefined;
  const spawn: QueryOptions['spawnClaudeCodeProcess'] = ({ command, args, env }) => {
    const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const start = { program: command, args, env: Object.fromEntries(known) };
    spawned = spawnInSandbox((whole) => programSandbox.start(whole, signal), start);
    return spawned;
  };
  const stop = new AbortController();
  const query = queryOptions(options, { task, place, programSandbox, telling, signal, stop, spawn, resumed });
  telling.tell({ type: 'status', message: 'starts Claude Code' });
  // Its last message contains its cost: before that, or without one, the cost is unknown.
  telling.used({ ...NO_AGENT_USAGE, usd: null });
  try {
    const prompt = firstWords(task, resumed !== undefined);
    const told = await listen(sdk.query({ prompt, options: query }), place, telling, signal);
    if (told.last === undefined) return { result: await noResult(spawned, told.trouble) };
    const totals = totalsOf(told.last);
    telling.used({ ...usageSince(totals, resumed?.used), turns: told.turns });
    const resume = programSandbox.home === null ? undefined : claudeResumeToken(told.last.session_id, totals);
    return { result: claudeResult(told.last, schema, told.apiError), resume };
  } finally {
    stop.abort();
    spawned?.kill('SIGKILL');
    await spawned?.ended;
  }
}

interface Told {
  readonly last?: ResultMessage;
  readonly apiError?: string;
  readonly turns: number;
  /** What the package threw. */
  readonly trouble?: unknown;
}

async function listen(
  messages: AsyncIterable<unknown>,
  place: AttemptEnv,
  telling: Telling,
  signal: AbortSignal,
): Promise<Told> {
  const mapper = claudeMapper();
  let last: ResultMessage | undefined;
  let apiError: string | undefined;
  let counted = 0;
  const told = (trouble?: unknown): Told => ({
    ...(last === undefined ? {} : { last }),
    ...(apiError === undefined ? {} : { apiError }),
    turns: mapper.usage().turns,
    ...(trouble === undefined ? {} : { trouble }),
  });
  try {
    for await (const raw of messages) {
      signal.throwIfAborted();
      const message = readClaudeMessage(raw);
      if (message === null) continue;
      for (const event of mapper.take(message)) {
        telling.tell(event.type === 'tool_result' ? { ...event, ...(await shownText(event.text, place)) } : event);
      }
      if (message.type === 'assistant') apiError = message.error;
      const usage = mapper.usage();
      const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
      if (tokens !== counted) telling.used({ ...usage, usd: null });
      counted = tokens;
      if (message.type !== 'result') continue;
      last = message;
      return told();
    }
    return told();
  } catch (thrown) {
    return told(thrown);
  }
}

/** The program ended without its last message. Its exit code says nothing; its error output may. */
async function noResult(spawned: Spawned | undefined, trouble: unknown): Promise<AgentResult> {
  if (spawned === undefined) {
    const why = trouble instanceof Error ? trouble.message : 'it was not started';
    return failedAttempt(
      new AssayError('PROCESS_UNSTARTABLE', `Claude Code did not start: ${why}`, { next: REINSTALL }),
    );
  }
  spawned.kill('SIGKILL');
  const ended: ExecResult = await spawned.ended;
  return programFailure('Claude Code', ended, REINSTALL);
}

const REINSTALL = 'Run `claude` directly to see the error; reinstall it if it does not start.';

interface QueryParts {
  readonly task: AgentTask;
  readonly place: AttemptEnv;
  readonly programSandbox: ProgramSandbox;
  readonly telling: Telling;
  readonly signal: AbortSignal;
  readonly stop: AbortController;
  readonly spawn: QueryOptions['spawnClaudeCodeProcess'];
  readonly resumed: Resumed | undefined;
}

function queryOptions(options: ClaudeBackendOptions, parts: QueryParts): QueryOptions {
  const { task, place, programSandbox, telling, signal, resumed } = parts;
  const schema = claimSchema(task.claim);
  const model = ownModel(task, 'anthropic', 'Claude Code');
  return {
    abortController: parts.stop,
    cwd: place.folder,
    env: claudeEnvironment(programSandbox),
    spawnClaudeCodeProcess: parts.spawn,
    ...(options.executable === undefined ? {} : { pathToClaudeCodeExecutable: options.executable }),
    systemPrompt: { type: 'preset', preset: 'claude_code', ...(task.system === '' ? {} : { append: task.system }) },
    ...(model === undefined ? {} : { model }),
    ...(task.limits.turns === undefined ? {} : { maxTurns: task.limits.turns }),
    ...(task.limits.usd === undefined ? {} : { maxBudgetUsd: task.limits.usd }),
    ...(resumed === undefined ? {} : { resume: resumed.session }),
    persistSession: programSandbox.home !== null,
    ...(schema === null ? {} : { outputFormat: { type: 'json_schema', schema: wrapClaim(schema) } }),
    includePartialMessages: true,
    forwardSubagentText: true,
    verbatimPrompts: true,
    settingSources: [],
    strictMcpConfig: true,
    permissionMode: 'default',
    disallowedTools: NEEDS_A_PERSON,
    // Asked by the hook, which knows the call's id.
    mcpServers:
      place.tools.length === 0
        ? {}
        : {
            [SERVER]: {
              type: 'sdk',
              name: SERVER,
              instance: toolServer({ tools: place.tools, folder: place.folder, signal }),
            },
          },
    ...claudePermissions(askPermit(place, telling), place.folder, place.tools),
  };
}

/** Tools that wait for a person at a terminal, or continue after the attempt. */
const NEEDS_A_PERSON = [
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'EnterWorktree',
  'ScheduleWakeup',
  'CronCreate',
];
