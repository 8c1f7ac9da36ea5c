import { whoWorks } from '#attempts/backends/who-works.ts';
import { runAgents } from '#attempts/hosted/run-agents.ts';
import { sweepOrphans } from '#attempts/hosted/sweep-orphans.ts';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import { openProject, type Project } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import type { Runs } from '#engine/runs.ts';
import { startSim } from '#sim/server.ts';
import { asksBlind } from '#workflows/gated-pr/blind/asks-blind.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { loadPlay } from '../examples.ts';
import type { RunRuntime, RunRuntimeOptions } from '../runtime-types.ts';
import { examineIn } from './examine.ts';
import { gatedPrWorkspaces } from './gated-pr-workspaces.ts';
import { gatedPrFor, registered } from './make-graph.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface GatedPrRuntime extends RunRuntime {
  readonly project: Project;
  readonly graph: ReturnType<typeof gatedPrFor>;
}

/** What it takes to drive a gated-PR run: its project, its agents, and the simulator where a script plays them. */
export async function gatedPrRuntime(
  runs: Runs,
  begin: Begin,
  env: Env,
  { timeScale = 1, run }: RunRuntimeOptions = {},
): Promise<GatedPrRuntime> {
  const project = await openProject(runs, begin.repository, env);
  if (begin.mode === 'hosted') requireSandbox(project);
  const workspaces = workspacesOf(project.store, project.repository.folder, run && gatedPrWorkspaces(runs, run));
  await sweepOrphans(runs, project);
  const play = begin.simulated === undefined ? null : await loadPlay(begin.simulated);
  const sim = play && (await startSim({ scenario: play, timeScale }));
  const wanted = { ...begin.agents, ...(sim ? { simulator: sim.url } : {}) };
  const ownLogin = begin.mode === 'connected' ? READERS : [];
  const attemptRunner = runAgents({
    ...{ runs, project, workspaces, env, wanted, ownLogin, gateOwnsTests: true, main: begin.main },
  });
  const machine = { env, home: runs.home, folder: project.repository.folder, sandbox: async () => project.sandbox };
  const who = (agent: string) =>
    whoWorks(agent, { ...wanted, ownLogin: ownLogin.includes(agent) }, project.config, machine);
  const graph = gatedPrFor(begin.mode, {
    ...{ project, blobs: runs.blobs, workspaces, env, examine: examineIn(project) },
    blindTests: asksBlind(project.config?.blindTests, begin.mode),
    ahead: true,
    // A connected client chooses its own model.
    reviewers: async () => ({
      author: begin.mode === 'hosted' ? await who('engineer') : null,
      reviewer: await who('reviewer'),
    }),
  });
  const graphs = registered(graph);
  return {
    project,
    graph,
    graphs,
    deps: driverDeps(runs, graphs, attemptRunner),
    close: async () => {
      await sim?.close();
      await workspaces.closeAll();
      await project.store.close();
    },
  };
}

/**
 * In connected mode the person's own client already works on the bare machine with its login. An agent that only reads
 * may do so too, or a person with a subscription and no key could have no change reviewed.
 */
const READERS = ['reviewer'];

/** A hosted run's guarantees depend on the sandbox; without one it is not offered. */
function requireSandbox({ sandbox: { ability } }: Project): void {
  if (ability.kind !== 'none') return;
  throw new AssayError('NOT_ISOLATED', `agents cannot be isolated on this machine: ${ability.why}`, {
    next: `${ability.next} Or work in connected mode: \`assay connect\`.`,
  });
}
