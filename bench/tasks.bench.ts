import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startSim } from '../sim/server.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { type ChosenBackend, chooseBackend } from '../src/attempts/backends/choose-backend.ts';
import { placeFor } from '../src/attempts/sandboxes/attempt-env.ts';
import type { AgentCompletion, AttemptEnv } from '../src/contracts/agent.ts';
import type { Sandbox } from '../src/contracts/sandbox.ts';
import type { Runs } from '../src/engine/runs.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { FEATURE_TASKS } from './tasks/features.ts';
import { FIXES } from './tasks/fixes.ts';
import { solver } from './tasks/solver.ts';
import type { CodingTask } from './tasks/task.ts';

export const name = 'tasks';
export const title = 'Small real tasks with hidden tests, by the configured backends';

export const TASKS: readonly CodingTask[] = [...FIXES, ...FEATURE_TASKS];

/**
 * `BENCH_BACKENDS=native,claude,codex` and `BENCH_MODEL=PROVIDER:NAME` say who works; without the first a script plays the
 * model, which shows that the harness works and nothing about any model. Every row says which it was.
 */
export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'assay-tasks-'));
  const wanted = process.env.BENCH_BACKENDS?.split(',').filter(Boolean) ?? [];
  const runs = await openRuns({ ...process.env, ASSAY_HOME: join(root, 'home') });
  const sim = wanted.length > 0 ? null : await startSim({ scenario: solver(TASKS), timeScale: 0 });
  try {
    const sandbox = await createSandbox({ folder: join(root, 'sandbox'), env: process.env });
    if (sandbox.ability.kind === 'none') return [skipped('tasks', sandbox.ability.why)];
    const rows: BenchRow[] = [];
    for (const backend of wanted.length > 0 ? wanted : ['native'])
      rows.push(...(await runAll(ctx, { root, runs, sandbox, backend, simulator: sim?.url })));
    return rows;
  } finally {
    await sim?.close();
    await runs.close();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Setup {
  readonly root: string;
  readonly runs: Runs;
  readonly sandbox: Sandbox;
  readonly backend: string;
  readonly simulator: string | undefined;
}

async function runAll(ctx: BenchContext, setup: Setup): Promise<BenchRow[]> {
  const { root, runs, sandbox, backend, simulator } = setup;
  const model = process.env.BENCH_MODEL;
  const machine = { env: process.env, home: runs.home, folder: root, sandbox: async () => sandbox };
  const chosen = await chooseBackend('engineer', { backend, model, simulator }, undefined, machine);
  const who = `${chosen.name}${chosen.model === null ? '' : ` on ${chosen.model}`}${chosen.simulated ? ' (simulated)' : ''}`;
  const tasks = ctx.quick ? TASKS.slice(0, 6) : TASKS;
  const ended: Ended[] = [];
  for (const task of tasks) {
    const end = await solve(task, chosen, setup);
    ended.push(end);
    ctx.say(`${who}: ${task.name}: ${end.solved ? 'solved' : `not solved (${end.why})`}`);
  }
  const solved = ended.filter((each) => each.solved).length;
  const usd = ended.some((each) => each.usd === null) ? null : ended.reduce((sum, each) => sum + (each.usd ?? 0), 0);
  const tokens = ended.reduce((sum, each) => sum + each.tokens, 0);
  return [
    {
      label: `${who}: tasks solved of ${tasks.length}`,
      value: solved,
      unit: '',
      // A script knows the answers: whatever it does not solve is the harness's fault.
      ...(chosen.simulated ? judge(solved, 'at least', tasks.length) : {}),
      note: `${Math.round(tokens / tasks.length)} tokens per task, ${usd === null ? 'price unknown' : `$${usd.toFixed(2)} in all`}`,
    },
  ];
}

interface Ended {
  readonly solved: boolean;
  readonly why: string;
  readonly tokens: number;
  readonly usd: number | null;
}

async function solve(task: CodingTask, chosen: ChosenBackend, { root, runs, sandbox }: Setup): Promise<Ended> {
  const folder = mkdtempSync(join(root, 'work-'));
  put(folder, task.files);
  const place = placeFor({
    ...{
      folder,
      tools: [],
      blobs: runs.blobs,
      env: process.env,
      sandbox: async () => sandbox,
      conversation: task.name,
    },
    permit: async () => ({ type: 'allow', by: 'mode' }),
  });
  const before = await passes(task, place);
  if (before.ok) return { solved: false, why: 'its tests pass before anything was done', tokens: 0, usd: 0 };
  const end = await attempt(task, chosen, place);
  const { input, output, cacheRead, cacheWrite, usd } = end.usage;
  const seen = await passes(task, place);
  const why = end.result.type === 'failed' ? end.result.error.message : seen.said;
  return { solved: seen.ok, why, tokens: input + output + cacheRead + cacheWrite, usd };
}

async function attempt(task: CodingTask, { backend }: ChosenBackend, place: AttemptEnv): Promise<AgentCompletion> {
  const wanted = {
    id: `bench/${task.name}/1`,
    agent: 'engineer',
    system: 'You change a small project as you are asked to.',
    prompt: task.prompt,
    claim: {
      type: 'object',
      properties: { done: { type: 'boolean' } },
      required: ['done'],
      additionalProperties: false,
    },
    limits: { turns: 40, seconds: 600 },
  };
  for await (const event of backend.attempt(wanted, place, AbortSignal.timeout(700_000)))
    if (event.type === 'complete') return event;
  throw new Error('it did not end');
}

/** In the sandbox: what a model wrote is run there and nowhere else. */
async function passes(task: CodingTask, { folder, exec }: AttemptEnv): Promise<{ ok: boolean; said: string }> {
  const file = join(folder, 'hidden.test.mjs');
  writeFileSync(file, task.hidden);
  const ended = await exec?.({ program: 'node', args: ['--test', 'hidden.test.mjs'], timeoutMs: 60_000 });
  rmSync(file);
  return { ok: ended?.exitCode === 0, said: ended?.stdout.text.slice(-300) ?? '' };
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
