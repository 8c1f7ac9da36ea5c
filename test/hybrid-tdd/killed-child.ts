/**
 * The process that gets killed. `node killed-child.ts FOLDER MEASURE [KILL]` begins the run in FOLDER, or goes on with
 * it where it is there already; with KILL (`started:merge#1`, `completed:tests#1`) it ends itself by SIGKILL as soon as
 * that event is durable. Workspaces, commits, merges and main are real in both ways of measuring; `quick` takes for
 * granted what the tests and mutants would say, so that the ordinary suite has time for it.
 */
import { appendFileSync, existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { RunId, SessionId, WorkerId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { resultOf } from '#engine/drive/result-of.ts';
import { resumeRun, startRun, stateOf } from '#engine/drive/runs.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { workspaceTreeRunner } from '#gates/workspace-tree-runner.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { write } from '#host/testing/temp-folder.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { toolchainMounts } from '#sandbox/toolchain-mounts.ts';
import { makeHybridEffects } from '#workflows/hybrid-tdd/effects/make-hybrid-effects.ts';
import { mutantCopiesIn } from '#workflows/hybrid-tdd/effects/mutant-copies.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '#workflows/hybrid-tdd/hybrid-effects.ts';
import { checkSpec, specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import { ROBUST, VERIFIED } from '#workflows/hybrid-tdd/testing/scripted-effects.ts';
import { watchCosts } from '#workflows/hybrid-tdd/watch-costs.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { SPEC } from '../../examples/hybrid-tdd/example.ts';
import { PYTHON_STACK } from '../../examples/hybrid-tdd/stack/python.ts';
import { honest, scriptedAttemptRunner } from './scripted-attempt-runner.ts';

const [folder = '.', measure = 'quick', kill = ''] = process.argv.slice(2);
const run = RunId.parse('rkilled');

const repository = join(folder, 'project');
if (!existsSync(join(repository, '.git'))) {
  write(repository, PYTHON_STACK.files);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  commitAll(repository, 'first');
}
const sandbox = await createSandbox({ folder: join(folder, 'sandbox'), env: process.env });
const places = { root: join(folder, 'store'), path: process.env.PATH ?? '', clock: systemClock, sandbox };
const workspaceStore = new LocalWorkspaceStore(places);
await workspaceStore.sweep({ keep: (name) => name.startsWith(run) });
const tools = await toolchainMounts(['python3'], process.env);
const blobs = fileBlobs(join(folder, 'blobs'));
const store = new SqliteStore({ file: join(folder, 'runs.db') });
const workspaces = workspacesOf(workspaceStore, repository);
const scripted = scriptedAttemptRunner(workspaces, honest(PYTHON_STACK));

/** Records each call on disk before it is made: a crash cannot forget a paid call. */
const paid: AttemptRunner = (task, signal) => {
  appendFileSync(join(folder, 'asked'), `${task.id}\n`);
  return scripted.attemptRunner(task, signal);
};
const costs = watchCosts(paid);
const shared = { repository: workspaceStore.repository(repository), sandbox, tools, reports: folder };
const real = makeHybridEffects({
  ...{
    repository: shared.repository,
    store: workspaceStore,
    workspaces,
    copies: mutantCopiesIn(shared),
    costOf: costs.costOf,
  },
  treeRunner: workspaceTreeRunner({ ...shared, blobs, settingsOf: async () => ({}) }),
  events: (id): AsyncIterable<RunEvent> => store.read(RunId.parse(id)),
});
const graph = hybridTdd(measure === 'quick' ? quick(real) : real);
const graphs = graphRegistry([graph as unknown as Graph]);
const deps: DriverDeps = {
  store,
  blobs,
  executor: inProcessExecutor({ graphs, clock: systemClock, attemptRunner: costs.attemptRunner }),
  scheduler: new FairScheduler({ clock: systemClock }),
  clock: systemClock,
  worker: WorkerId.parse(`pid-${process.pid}`),
  // Anyone who held the run before was this suite's last victim.
  isGone: () => true,
};
const listener = {
  onEvents: (events: readonly RunEvent[]): void => {
    for (const event of events) {
      if (event.type !== 'node.started' && event.type !== 'node.completed') continue;
      if (kill === `${event.type.slice('node.'.length)}:${event.data.act}`) process.kill(process.pid, 'SIGKILL');
    }
  },
};

const awake = setInterval(() => {}, 1_000);
const result = await outcome();
clearInterval(awake);
await store.close();
writeSync(1, `${JSON.stringify(result)}\n`);

async function outcome() {
  const header = await store.header(run);
  if (header && header.status !== 'running') return resultOf(await stateOf(deps, run), blobs);
  if (header) return (await resumeRun(deps, graphs, run, { listener })).done;
  const given = specFrom(PYTHON_STACK.files[SPEC] ?? '', SPEC);
  const reading = checkSpec({ ...given, strictness: { ...given.strictness, maxMutants: 2 } });
  if (!reading.ok) throw new Error(reading.problems.join());
  const input = { spec: reading.spec, mode: 'parallel' as const, main: 'main' };
  const session = SessionId.parse('the-session');
  return (await startRun(deps, graph, { run, session, title: 'to be killed', input, listener })).done;
}

/** The same effects, told what the tests would say. */
function quick(effects: HybridEffects): HybridEffects {
  return {
    ...effects,
    prepare: async (_spec, main) => {
      const commit = await workspaceStore.repository(repository).resolve(`refs/heads/${main}`);
      return { ok: true, base: { commit, tree: await workspaceStore.repository(repository).treeOf(commit) } };
    },
    verify: async () => ({ type: 'verified', verification: VERIFIED }),
    validate: async () => ({ type: 'green', passed: 1 }),
    mutate: async () => ROBUST,
  };
}
