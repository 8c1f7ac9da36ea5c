import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openShellParser } from '#code/shell-tree.ts';
import {
  type AgentTask,
  type AttemptEnv,
  type AttemptRunner,
  type Instructed,
  NO_AGENT_USAGE,
} from '#contracts/agent.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { AskPerson, GrantStore, PermissionMode, PermissionSettings, Permit } from '#contracts/permission.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import { readWorkspaceRef } from '#contracts/run-workspaces.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Runs } from '#engine/runs.ts';
import type { Redactor } from '#host/redact.ts';
import { INSIDE } from '#sandbox/bubblewrap.ts';
import type { ChosenBackend } from '../backends/choose-backend.ts';
import { type AgentKnowledge, takesKnowledge } from '../knowledge/agent-knowledge.ts';
import type { Project } from '../open-project.ts';
import { ANSWER_WITHIN_MS } from '../permissions/ask-person.ts';
import { onlyNamedTools } from '../permissions/only-named-tools.ts';
import { permitFor } from '../permissions/permit.ts';
import { askInRun } from '../permits/ask-in-run.ts';
import { hostedHolder } from '../permits/hosted-holder.ts';
import { grantsOf } from '../permits/person-permit.ts';
import { type HoldPlan, PLANNING, planGate } from '../permits/plan-gate.ts';
import { runOf } from '../sandboxes/watch-calls.ts';
import { beltTools } from '../tools/belt-tools.ts';
import { checkAfterEdit } from '../tools/check-after-edit.ts';
import type { HouseRules } from './house-rules/house-rules.ts';

export interface AttemptRunnerOptions {
  readonly runs: Runs;
  readonly project: Project;
  readonly workspaces: RunWorkspaces;
  /** The backend for an agent of this name; chosen once for each. `preferred`: the model that its definition names. */
  readonly choose: (agent: string, preferred?: string) => Promise<ChosenBackend>;
  /** The repository's and the person's instructions for agents; default: none. */
  readonly rules?: (task: AgentTask) => Promise<HouseRules>;
  /** Knowledge of the project, for an agent that may see all of it; others are not offered it. */
  readonly knowledge?: (task: AgentTask, folder: string) => AgentKnowledge | null;
  /**
   * Servers of the project that a person enabled, for an agent that works in a workspace of its own and sees everything
   * in it.
   */
  readonly servers?: (task: AgentTask, signal: AbortSignal) => Promise<HostedServers | null>;
  /** A gate runs the tests, so the agents do not. */
  readonly gateOwnsTests: boolean;
  readonly redactor: Redactor;
  /** How long a person has to answer an agent; default: a quarter of an hour. */
  readonly patienceMs?: number | undefined;
}

/** The agents of a hosted run: each in its workspace, under the project's permissions, without access to the tests. */
export function hostedAttemptRunner(options: AttemptRunnerOptions): AttemptRunner {
  const chosen = new Map<string, Promise<ChosenBackend>>();
  const choose = (agent: string, preferred?: string): Promise<ChosenBackend> => {
    const choice = options.choose(agent, preferred);
    chosen.set(agent, choice);
    // A failed choice is retried the next time: a key may have been set, a program installed.
    choice.catch(() => chosen.delete(agent));
    return choice;
  };
  return async function* (task, signal, allowance) {
    try {
      const rules = await options.rules?.(task);
      const worker = await (chosen.get(task.agent) ?? choose(task.agent, rules?.definition?.model));
      const known: { now: AgentKnowledge | null } = { now: null };
      await using place = await placeOf(options, task, async (plan) => (await known.now?.hold(plan)) ?? []);
      await using servers = (await options.servers?.(task, signal)) ?? null;
      if (rules) yield { type: 'instructed', instructed: instructedWith(rules.instructed, servers) };
      for (const message of servers?.problems ?? []) yield { type: 'status', message };
      const planned = place.plans ? { ...task, system: `${task.system}\n\n${PLANNING}` } : task;
      const told = rules ? instructedTask(planned, rules) : planned;
      const ready = worker.name === 'native' ? await nativePlace(place) : place;
      const at = rules ? instructedPlace(ready, rules) : ready;
      await using knowledge = (takesKnowledge(worker) && options.knowledge?.(task, place.folder)) || null;
      known.now = knowledge;
      const served = (servers?.tools ?? []).filter(({ name }) => rules?.mayUse(name) ?? true);
      const tools = [...at.tools, ...(knowledge?.tools ?? []), ...served];
      const prompt = [await knowledge?.pack(task.prompt), told.prompt].filter((part) => part).join('\n\n');
      yield* worker.backend.attempt({ ...told, prompt }, { ...at, tools, ...(allowance && { allowance }) }, signal);
    } catch (thrown) {
      const error = toErrorInfo(thrown);
      yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'failed', error, retry: false } };
    }
  };
}

/** Extra input for our own loop: agents' own programs have it, or not, by themselves. */
const nativePlace = async (place: AttemptEnv): Promise<AttemptEnv> => ({
  ...place,
  tools: [...place.tools, ...(await beltTools())],
  check: checkAfterEdit(place),
});

/** Which servers of the project's `.mcp.json` an agent gets, or why it gets none. */
export interface HostedServers extends AsyncDisposable {
  readonly tools: readonly Tool[];
  readonly problems: readonly string[];
  readonly file: { readonly path: string; readonly hash: string };
  readonly withheld: string | null;
}

const instructedWith = (instructed: Instructed, servers: HostedServers | null): Instructed => {
  if (servers === null) return instructed;
  const { file, withheld: why } = servers;
  return why === null
    ? { ...instructed, files: [...instructed.files, file] }
    : { ...instructed, withheld: [...instructed.withheld, { path: file.path, why }] };
};

/** The workflow's prompt comes first: no file of the repository overrides it. */
const instructedTask = (task: AgentTask, { system, definition }: HouseRules): AgentTask => ({
  ...task,
  system: [task.system, system].filter((part) => part !== '').join('\n\n'),
  limits: { ...definition?.limits, ...task.limits },
  ...(definition?.thinking === undefined ? {} : { thinking: { effort: definition.thinking } }),
  ...(definition?.compactAt === undefined ? {} : { compactAt: definition.compactAt }),
});

const instructedPlace = (place: AttemptEnv, { tools, mayUse, helpers }: HouseRules): AttemptEnv => ({
  ...place,
  mayUse,
  helpers,
  tools: [...place.tools, ...tools],
  permit: onlyNamedTools(place.permit, mayUse),
});

/** `plans`: approving a plan replaces the questions about its steps. */
type Place = AttemptEnv & AsyncDisposable & { readonly plans?: boolean };

async function placeOf(options: AttemptRunnerOptions, task: AgentTask, hold: HoldPlan): Promise<Place> {
  const { runs, project, workspaces } = options;
  const parser = await openShellParser();
  const keep: NonNullable<AttemptEnv['keep']> = (bytes) => runs.blobs.put(bytes);
  if (task.place === undefined) {
    // A reviewer gets the change in its briefing and an empty folder: it only reads, and there is nothing else to read.
    const folder = await mkdtemp(join(project.scratch, 'reviewer-'));
    const dispose = async () => {
      parser.close();
      await rm(folder, { recursive: true, force: true });
    };
    return {
      folder,
      readOnly: true,
      tools: [],
      permit: permitIn(options, folder, 'explore', parser),
      keep,
      [Symbol.asyncDispose]: dispose,
    };
  }
  const { name, readOnly } = readWorkspaceRef(task.place);
  const workspace = await workspaces.open(name);
  const { path: folder, mounts, env } = workspace;
  const reach = allowsHosts(project.config?.permissions) ? { reach: fetch } : {};
  const common = { ...reach, folder, mounts, env, tools: [], keep, [Symbol.asyncDispose]: async () => parser.close() };
  if (readOnly) return { ...common, readOnly: true, permit: permitIn(options, folder, 'explore', parser) };
  const exec: AttemptEnv['exec'] = (command, signal) => workspace.exec(command, signal);
  const askPerson = project.config?.permissions?.mode === 'ask' ? askerOf(options, task) : undefined;
  const free = permitIn(options, folder, 'execute', parser, task);
  if (askPerson === undefined) return { ...common, permit: free, exec };
  const gate = planGate(permitIn(options, folder, 'ask', parser, task), free, askPerson, hold);
  return { ...common, tools: [gate.tool], permit: gate.permit, exec, plans: true };
}

/**
 * Where the project's configuration says that a person is asked, the question goes through the run's log to anyone who
 * watches it. Where it does not, there may be no one to answer, so a question counts as denied, and the agent is told
 * so. Agents that only read ask nothing: they need no more.
 */
function permitIn(
  options: AttemptRunnerOptions,
  folder: string,
  mode: PermissionMode,
  parser: Awaited<ReturnType<typeof openShellParser>>,
  task?: AgentTask,
): Permit {
  const { project, runs, gateOwnsTests } = options;
  const { rules = [], dangerous } = project.config?.permissions ?? {};
  const askPerson = task && askerOf(options, task);
  return permitFor({
    mode,
    rules,
    ...(dangerous === undefined ? {} : { dangerous }),
    ...(askPerson === undefined ? {} : { askPerson }),
    grants: askPerson === undefined ? NO_GRANTS : grantsOf(runs.home),
    holders: {
      attempt: folder,
      session: (task && runOf(task)) ?? project.session,
      project: hostedHolder(project.repository.folder),
    },
    project: folder,
    // In a workspace `~` is a temporary home made for each command; the person's is not there.
    home: INSIDE.home,
    parser,
    gateOwnsTests,
    now: () => runs.clock.now(),
  });
}

const askerOf = (
  { project, runs, redactor, patienceMs = ANSWER_WITHIN_MS }: AttemptRunnerOptions,
  task: AgentTask,
): AskPerson | undefined =>
  asksPeople(project.config?.permissions) ? askInRun(task, { runs, redactor, patienceMs }) : undefined;

/** Pages are read only where a rule allows some host: nothing else permits network access. */
const allowsHosts = (settings: PermissionSettings | undefined): boolean =>
  settings?.rules.some(({ effect, host }) => effect === 'allow' && host !== undefined) ?? false;

/** Whether the configuration names anything that a person is to be asked about. */
const asksPeople = (settings: PermissionSettings | undefined): boolean =>
  settings !== undefined &&
  (settings.mode === 'ask' || settings.dangerous === 'ask' || settings.rules.some(({ effect }) => effect === 'ask'));

/** What a person once allowed in their own checkout does not apply to an agent in a workspace. */
const NO_GRANTS: GrantStore = { list: async () => [], add: async () => {}, revoke: async () => false };
