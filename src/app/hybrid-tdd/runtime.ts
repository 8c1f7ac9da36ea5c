import { whoWorks } from '#attempts/backends/who-works.ts';
import { runAgents } from '#attempts/hosted/run-agents.ts';
import { sweepOrphans } from '#attempts/hosted/sweep-orphans.ts';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import { openProject, type Project } from '#attempts/open-project.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import type { Runs } from '#engine/runs.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { startSim } from '#sim/server.ts';
import { personGit } from '#workflows/gated-pr/effects/person-git.ts';
import { makeHybridEffects } from '#workflows/hybrid-tdd/effects/make-hybrid-effects.ts';
import { mutantCopiesIn } from '#workflows/hybrid-tdd/effects/mutant-copies.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import { watchCosts } from '#workflows/hybrid-tdd/watch-costs.ts';
import { withRefusalHistory } from '#workflows/hybrid-tdd/with-refusal-history.ts';
import { attestor } from '../attest/attestor.ts';
import { attestationsOf, personGitEnv, registered, treeRunnerOf } from '../gated-pr/make-graph.ts';
import { reviewByCommand } from '../gated-pr/review-command.ts';
import type { RunRuntime, RunRuntimeOptions } from '../runtime-types.ts';
import { assayVersion } from '../version.ts';
import { borrowedPackages } from './borrowed-packages.ts';
import { hybridTddWorkspaces } from './hybrid-tdd-workspaces.ts';
import { loadTddExample } from './load-example.ts';
import { removeEnded } from './remove-ended.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface HybridTddRuntime extends RunRuntime {
  readonly project: Project;
  readonly graph: ReturnType<typeof hybridTdd>;
}

/** What it takes to drive a hybrid-TDD run: its project, and agents that are isolated from each other's work. */
export async function hybridTddRuntime(
  runs: Runs,
  begin: HybridBegin,
  env: Env,
  { timeScale = 1, run }: RunRuntimeOptions = {},
): Promise<HybridTddRuntime> {
  const project = await openProject(runs, begin.repository ?? '.', env);
  const { sandbox, repository, store: workspaceStore, tools, scratch } = project;
  if (sandbox.ability.kind === 'none') {
    const { why, next } = sandbox.ability;
    throw new AssayError('NOT_ISOLATED', `blindness cannot be enforced on this machine: ${why}`, { next });
  }
  const workspaces = workspacesOf(workspaceStore, repository.folder, run && hybridTddWorkspaces(runs, run));
  await sweepOrphans(runs, project);
  const example = begin.simulated === undefined ? null : await loadTddExample(begin.simulated);
  const mounts = example ? await borrowedPackages(example.files, env) : undefined;
  const sim = example && (await startSim({ scenario: example.scenario, timeScale }));
  const wanted = { ...begin.agents, ...(sim ? { simulator: sim.url } : {}) };
  const events = (run: string) => runs.store.read(RunId.parse(run));
  const told = (attemptRunner: AttemptRunner) => withRefusalHistory(attemptRunner, events);
  const costs = watchCosts(
    runAgents({ runs, project, workspaces, env, wanted, gateOwnsTests: false, main: begin.main ?? 'main', told }),
  );
  const machine = { env, home: runs.home, folder: repository.folder, sandbox: async () => sandbox };
  const who = (agent: string) => whoWorks(agent, wanted, project.config, machine);
  const effects = makeHybridEffects({
    repository,
    store: workspaceStore,
    workspaces,
    treeRunner: treeRunnerOf(project, runs.blobs, mounts),
    copies: mutantCopiesIn({
      repository,
      sandbox,
      tools,
      reports: scratch,
      ...(mounts && { mounts }),
    }),
    costOf: costs.costOf,
    reviewBy: reviewByCommand(project, scrubEnv(env, { allow: ['HOME'] })),
    reviewers: async () => ({ author: await who('impl'), reviewer: await who('reviewer') }),
    events,
    // Its agents are in sandboxes: none can reach the person's key.
    attestor: attestor({
      ...{ repository: repository.folder, git: personGit(repository.folder, personGitEnv(env)) },
      ...{ version: assayVersion(), env: personGitEnv(env) },
      ...{ folder: attestationsOf(project), sign: true },
    }),
  });
  const graph = hybridTdd(effects);
  const graphs = registered(graph);
  return {
    project,
    graph,
    graphs,
    deps: driverDeps(runs, graphs, costs.attemptRunner),
    close: async () => {
      await sim?.close();
      await removeEnded(runs, workspaceStore, workspacesOf(workspaceStore, repository.folder)); // those of any run
      await workspaces.closeAll();
    },
  };
}
