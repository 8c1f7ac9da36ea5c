import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openModel } from '../src/agents/models/open-model.ts';
import { stepModel } from '../src/agents/models/step.ts';
import { nativeBackend } from '../src/agents/native/backend.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { recordedAttemptRunner } from '../src/attempts/transcripts/transcripts.ts';
import type { AttemptEnv, AttemptRunner } from '../src/contracts/agent.ts';
import { SessionId } from '../src/contracts/ids.ts';
import type { SandboxPolicy } from '../src/contracts/sandbox.ts';
import { driverDeps } from '../src/engine/drive/driver-deps.ts';
import { startRun } from '../src/engine/drive/runs.ts';
import type { DriverDeps } from '../src/engine/drive/types.ts';
import type { Graph } from '../src/engine/graph/graph.ts';
import { graphKit } from '../src/engine/graph/kit.ts';
import { graphRegistry } from '../src/engine/graph/registry.ts';
import type { Runs } from '../src/engine/runs.ts';
import { MachineQueue } from '../src/engine/scheduler/machine/machine-queue.ts';
import { AGENTS } from '../src/engine/scheduler/machine/machine-scheduler.ts';
import { openSlots } from '../src/engine/scheduler/machine/testing/hosted-runs.ts';
import { redactor } from '../src/host/redact.ts';
import { DEFAULT_SANDBOX_LIMITS } from '../src/sandbox/limits.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { simInThread, timed } from './lib/timed-model.ts';

export const name = 'attempts';
export const title = 'An agent’s attempt through engine, scheduler, journal and sandbox';

const AT_ONCE = 200;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-attempts-'));
  const { url, close } = await simInThread();
  const runs = await openRuns({ HOME: folder, ASSAY_HOME: join(folder, 'home') });
  try {
    return [...(await overhead(ctx, folder, runs, url)), await readyToStarted(ctx, runs), await shares(ctx, folder)];
  } finally {
    await runs.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One agent node, as often as said. */
const oneAgent = () => {
  const k = graphKit({ name: 'one-agent', version: 1, ports: { work: z.string() }, output: z.null() });
  return k.build('work', {
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ done: z.boolean() }),
      brief: (prompt) => ({ prompt }),
      to: [],
      take: (_, __, ctx) => ctx.exit(null),
    }),
  });
};

function depsFor(runs: Runs, attemptRunner: AttemptRunner): { deps: DriverDeps; graph: ReturnType<typeof oneAgent> } {
  const graph = oneAgent();
  // Graph's type parameters only matter where a run is started; the registry holds any.
  return { deps: driverDeps(runs, graphRegistry([graph as unknown as Graph]), attemptRunner), graph };
}

/** A whole run of one attempt, less what was waited for the model: log, slots, transcript and one sandboxed command. */
async function overhead(ctx: BenchContext, folder: string, runs: Runs, url: string): Promise<BenchRow[]> {
  const label = 'a run of one attempt with 3 model calls, a sandboxed command and an edit, without the model’s time';
  const sandbox = await createSandbox({ folder: join(folder, 'sandbox'), env: process.env });
  if (sandbox.ability.kind === 'none') return [skipped(label, sandbox.ability.why)];
  const commands: number[] = [];
  const at = join(folder, 'work');
  mkdirSync(at);
  writeFileSync(join(at, 'a.txt'), 'some text');
  const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' };
  const measured = timed(stepModel(openModel('anthropic:claude-sonnet-5-5', {}, env)));
  const backend = nativeBackend({ model: () => measured.model, simulated: true });
  const policy: SandboxPolicy = {
    writable: [{ from: at, at }],
    readOnly: [],
    network: 'none',
    limits: DEFAULT_SANDBOX_LIMITS,
  };
  const place: AttemptEnv = {
    folder: at,
    tools: [],
    permit: async () => ({ type: 'allow', by: 'mode' }),
    exec: async (command, signal) => {
      const started = performance.now();
      const ended = await sandbox.exec(command, policy, signal);
      commands.push(performance.now() - started);
      return ended;
    },
  };
  const plain: AttemptRunner = (task, signal) => backend.attempt(task, place, signal);
  const recorded = recordedAttemptRunner(plain, runs.home, redactor({}, {}), () => runs.clock.now());
  const { deps, graph } = depsFor(runs, recorded);
  const once = async (): Promise<number> => {
    measured.reset();
    const started = performance.now();
    const handle = await startRun(deps, graph, { input: 'shell', title: 'bench' });
    const result = await handle.done;
    if (result.status !== 'completed') throw new Error(JSON.stringify(result));
    return performance.now() - started - measured.ms();
  };
  ctx.say('one run after the other');
  for (let n = 0; n < 3; n += 1) await once();
  commands.length = 0;
  const times: number[] = [];
  const before = { own: process.threadCpuUsage(), children: childrenMs() };
  for (let n = 0; n < (ctx.quick ? 5 : 40); n += 1) times.push(await once());
  const own = process.threadCpuUsage(before.own);
  const work = ((own.user + own.system) / 1_000 + childrenMs() - before.children) / times.length;
  return [
    { label, unit: 'ms', ...wallClock(median(times), 50), note: `each event durable (FULL)${noise()}` },
    {
      ...{ label: '… spent in the sandboxed command', value: median(commands), unit: 'ms' },
      note: 'start, run and end in the workspace',
    },
    {
      ...{ label: '… CPU time', value: work, unit: 'ms' },
      note: 'model client, engine, scheduler, journal, transcript and sandbox processes; mean',
    },
  ];
}

/** More busy processes than processors: then other programs affect clock times too. */
const isNoisy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() + 1;
const noise = (): string =>
  isNoisy() ? `; load ${(loadavg()[0] ?? 0).toFixed(0)} on ${availableParallelism()} processors, so not judged` : '';
const wallClock = (value: number, target: number) =>
  isNoisy() ? { value, target: `≤ ${target}` } : { value, ...judge(value, 'at most', target) };

/** Time on a processor of all processes that have ended here, as the kernel counts it: in hundredths of a second. */
function childrenMs(): number {
  const after = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(after[13]) + Number(after[14])) * 10;
}

/** From the moment an attempt is ready and asks for a slot to the moment it begins, slots for all of them. */
async function readyToStarted(ctx: BenchContext, runs: Runs): Promise<BenchRow> {
  ctx.say(`${AT_ONCE} runs at once`);
  const ready = new Map<string, number>();
  const delays: number[] = [];
  const quick: AttemptRunner = async function* (task) {
    delays.push(performance.now() - (ready.get(task.of?.run ?? '') ?? Number.NaN));
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, usd: 0, turns: 1 };
    yield { type: 'complete', usage, result: { type: 'claim', claim: { done: true } } };
  };
  const { deps, graph } = depsFor(runs, quick);
  const { scheduler } = deps;
  const watched: DriverDeps = {
    ...deps,
    scheduler: {
      ...scheduler,
      request: (work, granted) => {
        if (work.agentOf) ready.set(work.agentOf, performance.now());
        return scheduler.request(work, granted);
      },
    },
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const session = SessionId.parse(`s${n}`);
      await (await startRun(watched, graph, { input: 'quick', title: 'bench', session })).done;
    }),
  );
  const p95 = delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  const label = `${AT_ONCE} attempts at once, a slot for each: p95 from ready to started`;
  return {
    label,
    unit: 'ms',
    ...wallClock(p95, 250),
    note: `each start is durable first${noise()}`,
  };
}

/** Three processes with ten runs between them, and 8 slots: who waits how many turns? */
async function shares(ctx: BenchContext, folder: string): Promise<BenchRow> {
  ctx.say('ten runs in three processes');
  const [file, slots, attempts] = [join(folder, 'shares.db'), 8, ctx.quick ? 8 : 40];
  const queue = new MachineQueue(openSlots(file, slots));
  const releases: (() => void)[] = [];
  const work = { session: SessionId.parse('before'), run: 'before', lane: 'normal', type: 'agent' } as const;
  for (let n = 0; n < slots; n += 1) queue.request(AGENTS, work, (release) => releases.push(release));
  const turns = new Map<string, number[]>();
  const program = join(import.meta.dirname, '../src/engine/scheduler/machine/testing/hosted-runs.ts');
  const children = [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g'],
    ['h', 'i', 'j'],
  ].map((names) => {
    const child = fork(program, [file, String(slots), String(attempts), ...names]);
    const ready = new Promise<void>((resolve) => {
      child.on('message', (told: { ready?: true; run: string; turn: number }) => {
        if (told.ready) resolve();
        else turns.set(told.run, [...(turns.get(told.run) ?? []), told.turn - slots]);
      });
    });
    return { child, ready };
  });
  await Promise.all(children.map(({ ready }) => ready));
  const started = performance.now();
  for (const release of releases) release();
  await Promise.all(children.map(({ child }) => once(child, 'exit')));
  const seconds = (performance.now() - started) / 1_000;
  queue.close();
  const means = [...turns.values()].map((of) => of.reduce((a, b) => a + b, 0) / of.length);
  const ratio = Math.max(...means) / Math.min(...means);
  return {
    label: '10 runs in 3 processes, 8 slots: longest ÷ shortest mean wait, counted in attempts',
    value: ratio,
    unit: '×',
    ratio,
    ...judge(ratio, 'at most', 2),
    note: `${10 * attempts} attempts of equal length in ${seconds.toFixed(2)} s`,
  };
}
