import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatedPrWorkspaces } from '#app/gated-pr/gated-pr-workspaces.ts';
import { gatedPrFor, registered } from '#app/gated-pr/make-graph.ts';
import { prSnapshotOf } from '#app/gated-pr/pr-snapshot.ts';
import { openRuns } from '#app/open-runs.ts';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import { openProject } from '#attempts/open-project.ts';
import { accepted } from '#contracts/gate.ts';
import type { RunId, Seq } from '#contracts/ids.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { forkRun, resumeRun, startRun } from '#engine/drive/runs.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { git } from '#workspace/testing/test-repository.ts';
import { honest, hostedProject, type Script } from './hosted-rig.ts';
import { scriptedAttemptRunner } from './scripted-attempt-runner.ts';

const PLAN = '# Plan\n\n- [ ] feat: add numbers\n';

/** A project, and runs of it that are driven one after the other, each by a tree runner of its own as a process would. */
async function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { ...process.env, ASSAY_HOME: home };
  const runs = await openRuns(env);
  onTestFinished(() => runs.close());
  const repository = hostedProject(PLAN);
  const first = git(repository, 'rev-parse', 'HEAD');
  const project = await openProject(runs, repository, env);
  const { store, blobs, clock, worker, isGone } = runs;
  const examine = async () => ({ findings: [], doubts: [], verdict: accepted('challenge') });
  const runtime = (script: Script, run?: RunId) => {
    const workspaces = workspacesOf(project.store, repository, run && gatedPrWorkspaces(runs, run));
    const graph = gatedPrFor('hosted', { project, blobs, workspaces, env, examine });
    const graphs = registered(graph);
    const executor = inProcessExecutor({ graphs, clock, attemptRunner: scriptedAttemptRunner(workspaces, script) });
    const deps = { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
    return { deps, graph, graphs };
  };
  const folders = join(home, 'workspaces/workspaces');
  return {
    ...{ repository, folders },
    start: async (script: Script) => {
      const { deps, graph } = runtime(script);
      const input = { mode: 'hosted', repository, plan: 'PLAN.md', main: 'main' } as const;
      const { run, done } = await startRun(deps, graph, { title: 'plan', input });
      return { run, result: await done };
    },
    /** From main as it was at first, since the other run has merged the same there. */
    goOn: async (run: RunId) => {
      git(repository, 'reset', '--quiet', '--hard', first);
      const { deps, graphs } = runtime(honest, run);
      return (await resumeRun(deps, graphs, run)).done;
    },
    advise: (run: RunId, guidance: string) =>
      store.postMail(
        run,
        { type: 'signal', signal: GUIDANCE_SIGNAL, act: null, payload: { guidance } },
        'a person',
        clock.now(),
      ),
    fork: (run: RunId, at: Seq) => forkRun(runs, run, at),
    scheduled: async (run: RunId) => {
      const found: { node: string; seq: Seq }[] = [];
      for await (const event of store.read(run))
        if (event.type === 'node.scheduled') found.push({ node: event.data.node, seq: event.seq });
      return found;
    },
    snapshot: (run: RunId) => prSnapshotOf(store, blobs, run),
  };
}

const MERGED = { status: 'completed', output: { finished: [{ title: 'feat: add numbers' }] } };

describe('G7 a fork of a hosted run', { timeout: 600_000 }, () => {
  it('ends from wherever it was taken, after the run itself has ended', async () => {
    const { start, scheduled, fork, goOn, repository, snapshot } = await setUp();
    const { run, result } = await start(honest);
    expect(result).toMatchObject(MERGED);
    // Where an agent is asked the files count; the last act merges.
    const all = await scheduled(run);
    const nodes = all.filter(({ node }, at) => node === 'attempt' || node === 'review' || at === all.length - 1);
    expect(nodes.filter(({ node }) => node === 'attempt').length).toBeGreaterThan(3);
    for (const { node, seq } of nodes) {
      const own = await fork(run, seq);
      const ended = await goOn(own);
      expect(ended, `${node} ${seq}: ${JSON.stringify((await snapshot(own))?.state.halted)}`).toMatchObject(MERGED);
      expect(git(repository, 'show', 'main:src/add.js')).toContain('a + b');
    }
  });

  it('leaves the workspace of the run alone, which then comes to its own end', async () => {
    const { start, scheduled, fork, goOn, folders, advise, snapshot } = await setUp();
    const stuck: Script = (task) =>
      task.agent === 'engineer' && task.prompt.includes('## GREEN')
        ? { files: { 'src/add.js': 'half' }, claim: { summary: 'I cannot', blocker: 'no idea' } }
        : honest(task);
    const { run } = await start(stuck);
    expect((await snapshot(run))?.state.status).toBe('HALTED');
    const place = join(folders, (await snapshot(run))?.state.place ?? '');
    const before = digestOf(place);
    const green = (await scheduled(run)).findLast(({ node }) => node === 'attempt');
    const own = await fork(run, green?.seq as Seq);
    expect(await goOn(own)).toMatchObject(MERGED);
    expect(digestOf(place)).toBe(before);
    await advise(run, 'go on');
    expect(await goOn(run)).toMatchObject(MERGED);
    expect(readdirSync(folders)).toEqual([]);
  });
});

/** Names, contents and times of everything below a folder. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const found = statSync(join(folder, name));
    hash.update(`${name} ${found.mode} ${found.mtimeMs}\n`);
    if (found.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}
