import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Seq } from '#contracts/ids.ts';
import { graphKit } from '../graph/kit.ts';
import { fold } from '../step/evolve.ts';
import { rig } from '../testing/rig.ts';
import { forkRun, stateOf } from './runs.ts';

/** Asks which way to go, then goes there. */
function crossroads() {
  const k = graphKit({
    name: 'crossroads',
    version: 1,
    ports: { walk: z.number(), ask: z.null(), done: z.string() },
    signals: { way: z.enum(['left', 'right']) },
    output: z.string(),
  });
  const walked: number[] = [];
  const graph = k.build('walk', {
    walk: k.logic('walk', {
      to: ['walk', 'ask'],
      run: (n, ctx) => {
        walked.push(n);
        return n === 0 ? ctx.goto('ask', null) : ctx.goto('walk', n - 1);
      },
    }),
    ask: k.logic('ask', {
      to: ['done'],
      run: (_, ctx) => {
        const way = ctx.answer('way');
        return way === undefined ? ctx.ask('way', 'left or right?') : ctx.goto('done', way);
      },
    }),
    done: k.logic('done', { to: [], run: (way, ctx) => ctx.exit(`went ${way}`) }),
  });
  return { graph, walked };
}

const answer = (way: 'left' | 'right') => ({ type: 'signal', signal: 'way', act: null, payload: way }) as const;

describe('S2.22 time travel', () => {
  it('shows the state after any event', async () => {
    const { graph } = crossroads();
    const r = rig([graph]);
    const { run } = await r.run(graph, 3);
    const log = await r.log(run);
    for (let n = 1; n <= log.length; n += 1) {
      const state = await stateOf(r.deps, run, Seq.parse(n));
      expect(state.seq).toBe(n);
      expect(JSON.stringify(state)).toBe(JSON.stringify(fold(log.slice(0, n))));
    }
  });

  it('forks a run: another future from there, the past not done again, the first run untouched', async () => {
    const { graph, walked } = crossroads();
    const r = rig([graph]);
    const { run } = await r.run(graph, 3);
    const asked = (await r.log(run)).find(({ type }) => type === 'node.asked');
    if (!asked) throw new Error('nobody asked');
    await r.post(run, answer('left'));
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: 'went left' });
    const before = await r.log(run);

    const other = await forkRun(r.deps, run, asked.seq);
    await r.post(other, answer('right'));
    expect(await (await r.resume(other)).done).toEqual({ status: 'completed', output: 'went right' });
    expect(walked).toEqual([3, 2, 1, 0]);
    expect(await r.log(run)).toEqual(before);
    expect(await r.store.header(other)).toMatchObject({ run: other, forkedFrom: { run, seq: asked.seq } });
  });

  it('forks from every event of a finished run, and every fork ends', async () => {
    const { graph } = crossroads();
    const r = rig([graph]);
    const { run } = await r.run(graph, 2);
    await r.post(run, answer('left'));
    await (await r.resume(run)).done;
    const last = (await r.log(run)).length;
    for (let n = 1; n < last; n += 1) {
      const other = await forkRun(r.deps, run, Seq.parse(n));
      if ((await r.store.header(other))?.status !== 'running') continue;
      await r.post(other, answer('right'));
      const result = await (await r.resume(other)).done;
      expect(result.status).toBe('completed');
    }
  });
});
