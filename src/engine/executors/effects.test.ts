import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphKit } from '../graph/kit.ts';
import { rig } from '../testing/rig.ts';

/** A node that does one effect, and then stumbles as told. */
function acting(options: { pure?: boolean; stumble?: (attempt: number) => void; done?: () => boolean } = {}) {
  const k = graphKit({ name: 'acting', version: 1, ports: { act: z.null() }, output: z.number() });
  const calls = { find: 0, do: 0 };
  const graph = k.build('act', {
    act: k.logic('act', {
      pure: options.pure ?? false,
      retry: { attempts: 3, backoffMs: 1 },
      to: [],
      run: async (_, ctx) => {
        const value = await ctx.effect('send', {
          find: async () => {
            calls.find += 1;
            return options.done?.() ? 7 : undefined;
          },
          do: async () => {
            calls.do += 1;
            options.stumble?.(-ctx.attempt);
            return 7;
          },
        });
        options.stumble?.(ctx.attempt);
        return ctx.exit(value);
      },
    }),
  });
  return { graph, calls };
}

describe('effects', () => {
  it('are done once, and their result is remembered by later attempts', async () => {
    const { graph, calls } = acting({
      stumble: (attempt) => {
        if (attempt === 1 || attempt === 2) throw new Error('after the effect');
      },
    });
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: 7 });
    expect(calls).toEqual({ find: 0, do: 1 });
  });

  it('that broke off are looked for before they are repeated', async () => {
    let happened = false;
    const { graph, calls } = acting({
      stumble: (attempt) => {
        if (attempt !== -1) return;
        happened = true;
        throw new Error('done, but nobody was told');
      },
      done: () => happened,
    });
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: 7 });
    expect(calls).toEqual({ find: 1, do: 1 });
  });

  it('that broke off and did not happen are done again', async () => {
    const { graph, calls } = acting({
      stumble: (attempt) => {
        if (attempt === -1) throw new Error('never left the house');
      },
    });
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: 7 });
    expect(calls).toEqual({ find: 1, do: 2 });
  });

  it('are refused to a node that says it is pure', async () => {
    const { graph, calls } = acting({ pure: true });
    expect((await rig([graph]).run(graph, null)).result).toMatchObject({
      status: 'failed',
      error: { code: 'GRAPH_INVALID', message: expect.stringContaining('pure') },
    });
    expect(calls.do).toBe(0);
  });
});
