import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hybridTddWorkspaces } from '#app/hybrid-tdd/hybrid-tdd-workspaces.ts';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import { RunId, type Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import { forkRun } from '#engine/drive/runs.ts';
import type { DriveResult } from '#engine/drive/types.ts';
import { MemoryStore } from '#engine/log/memory-store.ts';
import { type Rig, rig } from '#engine/testing/rig.ts';
import { workspaceTreeRunner } from '#gates/workspace-tree-runner.ts';
import { fileBlobs, memoryBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { runProcess } from '#host/run-process.ts';
import { write } from '#host/testing/temp-folder.ts';
import { makeCacheFolders } from '#sandbox/layers/cache-folders.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { toolchainMounts } from '#sandbox/toolchain-mounts.ts';
import { makeHybridEffects } from '#workflows/hybrid-tdd/effects/make-hybrid-effects.ts';
import { mutantCopiesIn } from '#workflows/hybrid-tdd/effects/mutant-copies.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import { checkSpec, specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import { HybridResult } from '#workflows/hybrid-tdd/result.ts';
import type { Spec, Strictness } from '#workflows/hybrid-tdd/spec.ts';
import type { Mode } from '#workflows/hybrid-tdd/state.ts';
import { watchCosts } from '#workflows/hybrid-tdd/watch-costs.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { SPEC, type TddExample } from '../../examples/hybrid-tdd/example.ts';
import { type Script, type ScriptedAttemptRunner, scriptedAttemptRunner } from './scripted-attempt-runner.ts';

const own = join(import.meta.dirname, '../..');
const modules = { from: join(own, 'node_modules'), at: 'node_modules' };

/** A real repository, real effects, and scripted agents. */
export interface HybridRig {
  readonly repository: string;
  readonly spec: Spec;
  readonly engine: Rig;
  readonly graph: ReturnType<typeof hybridTdd>;
  readonly turns: ScriptedAttemptRunner['turns'];
  readonly firstTurn: ScriptedAttemptRunner['firstTurn'];
  readonly store: LocalWorkspaceStore;
  readonly sandbox: Sandbox;
  run(mode?: Mode): Promise<{ result: HybridResult; run: string }>;
  /** A fork of a run, driven to its end. */
  fork(run: string, at: Seq): Promise<HybridResult>;
  git(...args: string[]): string;
  close(): Promise<void>;
}

export async function hybridRig(
  project: TddExample,
  script: Script,
  strictness: Partial<Strictness> = {},
): Promise<HybridRig> {
  await makeCacheFolders(modules.from);
  const root = await mkdtemp(join(tmpdir(), 'assay-tdd-'));
  const repository = join(root, 'project');
  write(repository, project.files);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  commitAll(repository, 'first');
  const sandbox = await createSandbox({ folder: join(root, 'sandbox'), env: process.env });
  const store = new LocalWorkspaceStore({
    root: join(root, 'store'),
    path: process.env.PATH ?? '',
    clock: systemClock,
    sandbox,
  });
  const tools = await toolchainMounts([process.execPath, 'python3'], process.env);
  const javascript = 'package.json' in project.files;
  const shared = {
    ...{ repository: store.repository(repository), sandbox, tools, reports: root },
    mounts: ({ path }: { path: string }) => (javascript ? [{ from: modules.from, at: join(path, modules.at) }] : []),
  };
  const treeRunner = workspaceTreeRunner({
    ...shared,
    blobs: fileBlobs(join(root, 'blobs')),
    settingsOf: async () => ({}),
  });
  const log = new MemoryStore();
  const blobs = memoryBlobs();
  /** As a process of its own would drive a run. */
  const driving = (own?: RunId) => {
    const workspaces = workspacesOf(store, repository, own && hybridTddWorkspaces({ store: log, blobs }, own));
    const { attemptRunner, turns, firstTurn } = scriptedAttemptRunner(workspaces, script);
    const costs = watchCosts(attemptRunner);
    const effects = makeHybridEffects({
      ...{
        repository: shared.repository,
        store,
        workspaces,
        treeRunner,
        copies: mutantCopiesIn(shared),
        costOf: costs.costOf,
      },
      events: (run): AsyncIterable<RunEvent> => log.read(RunId.parse(run)),
    });
    const graph = hybridTdd(effects);
    return {
      graph,
      turns,
      firstTurn,
      engine: rig([graph], { attemptRunner: costs.attemptRunner, store: log, deps: { blobs } }),
    };
  };
  const { graph, turns, firstTurn, engine } = driving();
  const resultOf = (ended: DriveResult): HybridResult => {
    if (ended.status !== 'completed') throw new Error(`the run is ${JSON.stringify(ended)}`);
    return HybridResult.parse(ended.output);
  };
  const given = specFrom(project.files[SPEC] ?? '', SPEC);
  const reading = checkSpec({ ...given, strictness: { ...given.strictness, ...strictness } });
  if (!reading.ok) throw new Error(reading.problems.join('; '));
  return {
    ...{ repository, spec: reading.spec, engine, graph, turns, firstTurn, store, sandbox },
    run: async (mode = 'parallel') => {
      const { run, result } = await engine.run(graph, { spec: reading.spec, mode, main: 'main' });
      return { run, result: resultOf(result) };
    },
    fork: async (run, at) => {
      const own = await forkRun(engine.deps, RunId.parse(run), at);
      return resultOf(await (await driving(own).engine.resume(own)).done);
    },
    git: (...args) => git(repository, ...args),
    close: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Why tests of Python cannot be run here; null when they can. */
export async function lacksPython(): Promise<string | null> {
  const args = ['-c', 'import pytest, hypothesis'];
  const found = await runProcess({
    program: 'python3',
    args,
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    timeoutMs: 20_000,
  });
  return found.exitCode === 0 ? null : 'python3 has no pytest and hypothesis';
}
