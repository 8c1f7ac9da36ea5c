import type { AgentTask, AttemptRunner } from '#contracts/agent.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import type { Runs } from '#engine/runs.ts';
import { redactor } from '#host/redact.ts';
import { type BackendOptions, chooseBackend } from '../backends/choose-backend.ts';
import { workspaceKnowledge } from '../knowledge/agent-knowledge.ts';
import type { Project } from '../open-project.ts';
import { machineCalls } from '../sandboxes/machine-calls.ts';
import { runOf } from '../sandboxes/watch-calls.ts';
import { recordedAttemptRunner } from '../transcripts/transcripts.ts';
import { hostedAttemptRunner } from './attempt-runner.ts';
import { baseFiles } from './house-rules/base-files.ts';
import { houseRulesFor } from './house-rules/house-rules.ts';
import { pinnedBase } from './house-rules/pinned-base.ts';
import { hostedServers } from './project-servers.ts';

export interface RunAgentsOptions {
  readonly runs: Runs;
  readonly project: Project;
  readonly workspaces: RunWorkspaces;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wanted: BackendOptions;
  /** Agents that may work with the person's own login where no key is set. */
  readonly ownLogin?: readonly string[];
  /** A gate runs the tests, so the agents do not. */
  readonly gateOwnsTests: boolean;
  /** The branch that a run begins from: its rules at that time apply to all of the run. */
  readonly main: string;
  /** Filters what an agent does before it is recorded. */
  readonly told?: (attemptRunner: AttemptRunner) => AttemptRunner;
}

/** Sees the whole repository. Others are blind to a part of it, or get what they read in their briefing. */
const ENGINEER = 'engineer';

/** The agents of a run, as they are configured, with their transcripts kept. */
export function runAgents({
  runs,
  project,
  workspaces,
  env,
  wanted,
  ownLogin = [],
  gateOwnsTests,
  main,
  told,
}: RunAgentsOptions): AttemptRunner {
  const sandbox = async () => project.sandbox;
  const machine = { env, home: runs.home, folder: project.repository.folder, sandbox, calls: machineCalls(runs) };
  const choose = (agent: string, preferred?: string) =>
    chooseBackend(agent, { ...wanted, preferred, ownLogin: ownLogin.includes(agent) }, project.config, machine);
  const baseOf = pinnedBase(runs.store, project.repository, main);
  const baseFor = async (task: AgentTask) => {
    const commit = await baseOf(runOf(task));
    return { commit, folder: await baseFiles(project.repository, commit, runs.home) };
  };
  const rules = async (task: AgentTask) => {
    const { agent, focus, prompt } = task;
    const { commit, folder } = await baseFor(task);
    return houseRulesFor({ agent, focus, folder, commit, home: runs.home.root, person: env.HOME, prompt });
  };
  const clean = redactor({}, env);
  const attemptRunner = hostedAttemptRunner({
    runs,
    project,
    workspaces,
    choose,
    gateOwnsTests,
    redactor: clean,
    rules,
    servers: async (task, signal) => {
      const { folder } = await baseFor(task);
      return hostedServers({ task, repository: project.repository.folder, folder, home: runs.home, env, signal });
    },
    knowledge: ({ agent }, folder) =>
      agent === ENGINEER ? workspaceKnowledge(env, project.repository.folder, folder, project.scratch, runs) : null,
  });
  return recordedAttemptRunner(told?.(attemptRunner) ?? attemptRunner, runs.home, clean, () => runs.clock.now());
}
