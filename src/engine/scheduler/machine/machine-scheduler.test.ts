import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { systemClock } from '#host/clock.ts';
import { graphKit } from '../../graph/kit.ts';
import { collect } from '../../graph/ports.ts';
import { rig } from '../../testing/rig.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { MachineQueue } from './machine-queue.ts';
import { machineScheduler } from './machine-scheduler.ts';
import { MachineSlots } from './machine-slots.ts';
import { workerOf } from './testing/hosted-runs.ts';

const k = graphKit({
  name: 'crowd',
  version: 1,
  ports: { start: z.null(), write: z.number(), review: z.number(), all: collect(z.number()) },
  output: z.number(),
});
const claim = z.object({ done: z.boolean() });
const graph = k.build('start', {
  start: k.logic('start', {
    to: ['write', 'review', 'all'],
    run: (_, ctx) => {
      const each = [0, 1, 2, 3, 4];
      return ctx.fork([...each.map((n) => ctx.to('write', n)), ...each.map((n) => ctx.to('review', n))], {
        collect: 'all',
      });
    },
  }),
  write: k.agent('write', {
    agent: 'engineer',
    claim,
    brief: () => ({ prompt: 'write' }),
    to: ['all'],
    take: (_, n, ctx) => ctx.goto('all', n),
  }),
  review: k.agent('review', {
    agent: 'reviewer',
    claim,
    brief: () => ({ prompt: 'review' }),
    to: ['all'],
    take: (_, n, ctx) => ctx.goto('all', n),
  }),
  all: k.join('all', { to: [], run: (all, ctx) => ctx.exit(all.length) }),
});

describe('S3.2 the agents of a run in the machine’s slots', () => {
  it('work in as many as there are, and of a kind in as many as it may have; code needs none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-slots-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const slots = new MachineSlots({
      file: join(folder, 'slots.db'),
      clock: systemClock,
      worker: workerOf(process.pid),
      isGone: () => false,
      limits: () => ({ ...DEFAULT_LIMITS, total: 3, perType: { reviewer: 1 } }),
    });
    const queue = new MachineQueue(slots);
    onTestFinished(() => queue.close());
    const working = { engineer: 0, reviewer: 0 };
    const most = { engineer: 0, reviewer: 0, all: 0 };
    const attemptRunner: AttemptRunner = async function* ({ agent }) {
      const kind = agent === 'reviewer' ? 'reviewer' : 'engineer';
      working[kind] += 1;
      most[kind] = Math.max(most[kind], working[kind]);
      most.all = Math.max(most.all, working.engineer + working.reviewer);
      await new Promise((resolve) => setTimeout(resolve, 10));
      working[kind] -= 1;
      yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: { done: true } } };
    };
    const r = rig([graph], { attemptRunner, deps: { scheduler: machineScheduler(queue, systemClock) } });
    const { result } = await r.run(graph, null);
    expect(result).toEqual({ status: 'completed', output: 10 });
    expect(most).toMatchObject({ reviewer: 1, all: 3 });
    expect(slots.status().slots).toEqual([]);
  });
});
