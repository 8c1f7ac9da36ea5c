import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatedPrFor, registered } from '../src/app/gated-pr/make-graph.ts';
import { clientCallsAt } from '../src/app/gated-pr/open-client-calls.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { workspacesOf } from '../src/attempts/hosted/workspaces.ts';
import { openProject } from '../src/attempts/open-project.ts';
import { type AgentTask, type AttemptRunner, NO_AGENT_USAGE } from '../src/contracts/agent.ts';
import { accepted } from '../src/contracts/gate.ts';
import { type Json, toJson } from '../src/contracts/json.ts';
import type { RunWorkspaces } from '../src/contracts/run-workspaces.ts';
import { startRun } from '../src/engine/drive/runs.ts';
import { inProcessExecutor } from '../src/engine/executors/in-process.ts';
import type { Runs } from '../src/engine/runs.ts';
import { FairScheduler } from '../src/engine/scheduler/scheduler.ts';
import { runProcess } from '../src/host/run-process.ts';
import type { Call } from '../src/workflows/gated-pr/call.ts';
import { codeOf, draftOf, PR_NAMES, planProject, testOf } from './assay/plan-project.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'gated-pr';
export const title = 'The gated PR';

const PATIENT = 600_000;
/** Between two calls an agent works; what Assay does meanwhile must be over before either side is measured. */
const THINKING_MS = 1_000;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'assay-gated-'));
  const env = { ...process.env, ASSAY_HOME: join(root, 'home') };
  const runs = await openRuns(env);
  try {
    ctx.say('calls of a connected client');
    const dependency = { name: 'zod', from: join(ctx.root, 'node_modules/zod') };
    const calls = await connectedCalls(runs, join(root, 'calls'), env, { rounds: ctx.quick ? 2 : 6, dependency });
    ctx.say('a plan of 5 PRs over 200 files');
    const plan = await wholePlan(runs, join(root, 'plan'), env);
    return [...calls, ...plan];
  } finally {
    await runs.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface CallsOptions {
  readonly rounds: number;
  readonly dependency: { readonly name: string; readonly from: string };
}

/** get_task with nothing to run, and submit_work against the bare commands it runs, beside each other as it does. */
async function connectedCalls(
  runs: Runs,
  folder: string,
  env: NodeJS.ProcessEnv,
  { rounds, dependency }: CallsOptions,
): Promise<BenchRow[]> {
  mkdirSync(folder);
  planProject(folder, { files: 200, prs: 8, slowTestMs: 1_500, dependency });
  const calls = await clientCallsAt({ runs, folder, env, patienceMs: PATIENT });
  const { signal } = new AbortController();
  const call = (made: Call) => calls.call(made, signal);
  const submit = (input: Extract<Call, { tool: 'submit_work' }>['input']) => call({ tool: 'submit_work', input });
  const [asked, over, bare]: [number[], number[], number[]] = [[], [], []];
  await call({ tool: 'get_task' });
  write(folder, '.assay/ACTIVE_PR.json', JSON.stringify(manySteps(rounds)));
  await expectStatus(submit({ summary: 'draft' }), 'SUCCESS');
  await expectStatus(call({ tool: 'get_task' }), 'SUCCESS');
  for (const each of PR_NAMES.slice(0, rounds)) {
    asked.push(await timed(() => call({ tool: 'get_task' })));
    write(folder, `test/${each}.test.js`, testOf(each));
    await expectStatus(submit({ summary: 'red' }), 'NEEDS_ANALYSIS');
    await expectStatus(submit({ summary: 'red', analysis_decision: 'SUCCESS' }), 'SUCCESS');
    write(folder, `src/${each}.js`, codeOf(each));
    await sleep(THINKING_MS);
    bare.push(await timed(() => bareRun(folder)));
    over.push(await timed(() => expectStatus(submit({ summary: 'green' }), 'SUCCESS')));
    await git(folder, 'add', '-A');
    await git(folder, 'commit', '-qm', 'checkpoint');
    await expectStatus(submit({ summary: 'checkpoint' }), 'SUCCESS');
  }
  const overhead = median(over.map((ms, at) => ms - (bare[at] ?? 0)));
  const share = overhead / median(bare);
  return [
    {
      label: 'get_task with nothing to run',
      value: median(asked),
      unit: 'ms',
      ...judge(median(asked), 'at most', 50),
    },
    {
      label: 'submit_work beyond the same test and preflight, run bare and in parallel',
      value: overhead,
      unit: 'ms',
      ratio: 1 + share,
      target: '≤ 400 ms or 10 %',
      pass: overhead <= 400 || share <= 0.1,
      note: `bare: ${Math.round(median(bare))} ms; a dependency from npm; includes snapshot, two checkouts (prepared in advance from the previous tree), sandbox, proofs and log`,
    },
  ];
}

const manySteps = (count: number) => ({
  ...draftOf('add'),
  tasks: PR_NAMES.slice(0, count).flatMap((each) => draftOf(each).tasks),
});

/** The same two commands at once, as submit_work has them, in the checkout, not watched. */
async function bareRun(folder: string): Promise<void> {
  const run = async (line: string): Promise<void> => {
    const done = await runProcess({
      program: 'sh',
      args: ['-c', line],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      timeoutMs: 60_000,
    });
    if (done.exitCode !== 0) throw new Error(`the bare run fails: ${done.stdout.text}`);
  };
  await Promise.all([run(`${JSON.stringify(process.execPath)} --test`), run('npm run check')]);
}

/** Five PRs, unattended, with an agent that fails one attempt in three. */
async function wholePlan(runs: Runs, folder: string, env: NodeJS.ProcessEnv): Promise<BenchRow[]> {
  mkdirSync(folder);
  planProject(folder, { files: 200, prs: 5 });
  const project = await openProject(runs, folder, env);
  const workspaces = workspacesOf(project.store, project.repository.folder);
  const examine = async () => ({ findings: [], doubts: [], verdict: accepted('not part of this measurement') });
  const graph = gatedPrFor('hosted', { project, blobs: runs.blobs, workspaces, env, examine });
  const { store, blobs, clock, worker, isGone } = runs;
  const executor = inProcessExecutor({ graphs: registered(graph), clock, attemptRunner: failingCrew(workspaces) });
  const deps = { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
  const input = { mode: 'hosted' as const, repository: project.repository.folder, plan: 'PLAN.md', main: 'main' };
  const begun = performance.now();
  const handle = await startRun(deps, graph, { title: 'plan', input });
  const result = await handle.done;
  const seconds = (performance.now() - begun) / 1000;
  let bytes = 0;
  for await (const event of store.read(handle.run)) bytes += JSON.stringify(event).length;
  const merged = readFileSync(join(folder, 'PLAN.md'), 'utf8').split('[DONE]').length - 1;
  const perPr = bytes / 5 / 1024 ** 2;
  return [
    {
      label: 'PRs merged, of 5, by an agent that fails one attempt in three',
      value: merged,
      unit: 'PRs',
      ...judge(merged, 'at least', 5),
      note: `${result.status} in ${seconds.toFixed(0)} s`,
    },
    { label: 'log per PR', value: perPr, unit: 'MB', ...judge(perPr, 'at most', 1) },
  ];
}

function failingCrew(workspaces: RunWorkspaces): AttemptRunner {
  let attempts = 0;
  return async function* (task) {
    const fails = ++attempts % 3 === 0;
    const { path } = await workspaces.open(task.place ?? '');
    const claim = deed(path, task, fails);
    yield {
      type: 'complete',
      usage: { ...NO_AGENT_USAGE, output: 10 },
      result: { type: 'claim', claim: toJson(claim, 'claim') },
    };
  };
}

function deed(folder: string, { prompt }: AgentTask, fails: boolean): Json {
  const each = PR_NAMES.find((known) => prompt.includes(`${known} numbers`)) ?? '';
  if (prompt.startsWith('# INITIALIZING'))
    write(folder, '.assay/ACTIVE_PR.json', fails ? '{ "torn' : JSON.stringify(draftOf(each)));
  else if (prompt.includes('analysis_decision'))
    return { summary: 'seen', analysis_decision: fails ? 'FAILURE' : 'SUCCESS' };
  else if (prompt.includes('## RED')) write(folder, `test/${each}.test.js`, fails ? 'test(' : testOf(each));
  else write(folder, `src/${each}.js`, codeOf(each, fails));
  return { summary: 'done' };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function git(folder: string, ...args: string[]): Promise<void> {
  const done = await runProcess({
    program: 'git',
    args,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    timeoutMs: 30_000,
  });
  if (done.exitCode !== 0) throw new Error(done.stderr.text);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function expectStatus(
  answer: Promise<{ status: string; output: string; reasons: unknown }>,
  wanted: string,
): Promise<void> {
  const { status, output, reasons } = await answer;
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(reasons)} ${output}`);
}
