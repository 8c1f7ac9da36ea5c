import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { redactor } from '#host/redact.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { Begin } from '#workflows/hybrid-tdd/ports.ts';
import { makeHybridSite } from '#workflows/hybrid-tdd/site/make-hybrid-site.ts';
import { mutantBeds } from '#workflows/hybrid-tdd/site/mutant-beds.ts';
import { watchCosts } from '#workflows/hybrid-tdd/watch-costs.ts';
import { chooseBackend } from '../agents/choose-backend.ts';
import { recordedCrew } from '../agents/transcripts.ts';
import { hostedCrew } from '../gated-pr/crew.ts';
import { benchOf, registered } from '../gated-pr/make-graph.ts';
import { workspacesOf } from '../gated-pr/workspaces.ts';
import { openProject, type Project } from '../project/open-project.ts';
import type { Runs } from '../runs.ts';
import type { Workbench } from '../workbench-types.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface HybridBench extends Workbench {
  readonly project: Project;
  readonly graph: ReturnType<typeof hybridTdd>;
}

/** What it takes to drive a hybrid-TDD run: its project, and agents that are blind to each other because they cannot see. */
export async function hybridBench(runs: Runs, begin: Begin, env: Env): Promise<HybridBench> {
  const project = await openProject(runs, begin.repository ?? '.', env);
  const { sandbox, repository, store: workspaceStore, tools, scratch } = project;
  if (sandbox.ability.kind === 'none') {
    const { why, next } = sandbox.ability;
    throw new AssayError('NOT_ISOLATED', `blindness cannot be enforced on this machine: ${why}`, { next });
  }
  const workspaces = workspacesOf(workspaceStore, repository);
  const machine = { env, home: runs.home, folder: repository, sandbox: async () => sandbox };
  const choose = (agent: string) => chooseBackend(agent, begin.agents ?? {}, project.config, machine);
  const plain = hostedCrew({ runs, project, workspaces, choose, gateOwnsTests: false });
  const costs = watchCosts(recordedCrew(plain, runs.home, redactor({}, env), () => runs.clock.now()));
  const site = makeHybridSite({
    repository,
    store: workspaceStore,
    workspaces,
    bench: benchOf(project, runs.blobs),
    bed: mutantBeds({ repository, store: workspaceStore, sandbox, tools, reports: scratch }),
    costOf: costs.costOf,
    events: (run) => runs.store.read(RunId.parse(run)),
  });
  const graph = hybridTdd(site);
  const graphs = registered(graph);
  const { store, blobs, clock, worker, isGone } = runs;
  const executor = inProcessExecutor({ graphs, clock, crew: costs.crew });
  return {
    project,
    graph,
    graphs,
    deps: { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) },
    close: () => workspaces.closeAll(),
  };
}
