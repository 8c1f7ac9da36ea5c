import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openModel } from '../src/agents/models/open-model.ts';
import { stepModel } from '../src/agents/models/step.ts';
import { nativeBackend } from '../src/agents/native/backend.ts';
import type { AgentEvent, AgentTask, AttemptEnv, Backend } from '../src/contracts/agent.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { simInThread, type Timed, timed } from './lib/timed-model.ts';

export const name = 'agents';
export const title = 'Native agents';

const AT_ONCE = 200;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-agents-'));
  writeFileSync(join(folder, 'a.txt'), 'some text\n'.repeat(50));
  const { url, close } = await simInThread();
  try {
    const model = stepModel(
      openModel('anthropic:claude-sonnet-4-5', {}, { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' }),
    );
    const place: AttemptEnv = { folder, tools: [], permit: async () => ({ type: 'allow', by: 'mode' }) };
    const rounds = ctx.quick ? 5 : 40;
    const measured = timed(model);
    const backend = nativeBackend({ model: () => measured.model, simulated: true, transcripts: join(folder, '.t') });
    ctx.say('warming up');
    for (let n = 0; n < 5; n += 1) await toEnd(backend, taskOf('warm'), place);
    ctx.say('one attempt at a time');
    const overheads = await overheadsOf(backend, place, measured, rounds);
    const shown = await firstTokens(backend, place, rounds);
    ctx.say(`${AT_ONCE} attempts at once`);
    const crowd = await allAtOnce(backend, place);
    return [
      {
        label: 'an attempt of 3 model calls and 2 tools, without the model’s time',
        value: median(overheads),
        unit: 'ms',
        ...judge(median(overheads), 'at most', 50),
      },
      {
        label: 'first token, from sent to event',
        value: median(shown),
        unit: 'ms',
        ...judge(median(shown), 'at most', 20),
        note: 'includes the provider’s client and loopback',
      },
      {
        label: `${AT_ONCE} attempts at once: event loop delay, p95`,
        value: crowd.p95,
        unit: 'ms',
        ...judge(crowd.p95, 'at most', 250),
      },
      {
        label: `${AT_ONCE} attempts at once: memory (RSS)`,
        value: crowd.rss,
        unit: 'MB',
        ...judge(crowd.rss, 'at most', 1_500),
        note: 'includes the simulator’s thread',
      },
      {
        label: `${AT_ONCE} attempts at once: total time`,
        value: crowd.seconds,
        unit: 's',
        note: 'each has 3 model calls of 0.3 s',
      },
    ];
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function overheadsOf(backend: Backend, place: AttemptEnv, measured: Timed, rounds: number): Promise<number[]> {
  const overheads: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    measured.reset();
    const started = performance.now();
    await toEnd(backend, taskOf('quick'), place);
    overheads.push(performance.now() - started - measured.ms());
  }
  return overheads;
}

/** The text says when it was sent. */
async function firstTokens(backend: Backend, place: AttemptEnv, rounds: number): Promise<number[]> {
  const delays: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await toEnd(backend, { ...taskOf('time'), claim: null }, place, (event) => {
      if (event.type === 'text_complete') delays.push(firstAt - Number.parseFloat(event.text));
      if (event.type === 'text_delta' && firstAt === 0) firstAt = performance.timeOrigin + performance.now();
    });
    firstAt = 0;
  }
  return delays;
}
let firstAt = 0;

async function allAtOnce(backend: Backend, place: AttemptEnv): Promise<{ p95: number; rss: number; seconds: number }> {
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  let rss = 0;
  const sampling = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 50);
  delay.enable();
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => toEnd(backend, taskOf(`slow ${'x'.repeat(n)}`), place)));
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  clearInterval(sampling);
  return {
    p95: Math.max(0, delay.percentile(95) / 1e6 - resolution),
    rss: Math.max(rss, process.memoryUsage.rss()) / 1e6,
    seconds,
  };
}

let tasks = 0;
function taskOf(prompt: string): AgentTask {
  tasks += 1;
  return {
    id: `bench/${tasks}`,
    agent: 'bench',
    system: 'You work.',
    prompt,
    claim: {
      type: 'object',
      properties: { done: { type: 'boolean' } },
      required: ['done'],
      additionalProperties: false,
    },
    limits: {},
  };
}

async function toEnd(
  backend: Backend,
  task: AgentTask,
  place: AttemptEnv,
  see: (event: AgentEvent) => void = () => {},
) {
  for await (const event of backend.attempt(task, place, new AbortController().signal)) {
    see(event);
    if (event.type === 'complete' && event.result.type === 'failed') throw new Error(event.result.error.message);
  }
}
