import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentResult, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { graphKit } from '../graph/kit.ts';
import { rig } from '../testing/rig.ts';

describe('agents in a graph', () => {
  const one = (result: AgentResult): AttemptRunner =>
    async function* () {
      yield { type: 'complete', usage: { ...NO_AGENT_USAGE, output: 1 }, result };
    };
  const k = graphKit({ name: 'agent', version: 1, ports: { work: z.null() }, output: z.string() });
  const graph = k.build('work', {
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ files: z.array(z.string()) }),
      brief: () => ({ prompt: 'work' }),
      retry: { attempts: 2, backoffMs: 1 },
      to: [],
      take: (claim, _, ctx) => ctx.exit(claim.files.join()),
    }),
  });

  it('return a claim that fits, or fail for it after their tries', async () => {
    const good = rig([graph], { attemptRunner: one({ type: 'claim', claim: { files: ['a', 'b'] } }) });
    expect((await good.run(graph, null)).result).toEqual({ status: 'completed', output: 'a,b' });
    const bad = rig([graph], { attemptRunner: one({ type: 'claim', claim: { verdict: 'all green' } }) });
    const { run, result } = await bad.run(graph, null);
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'CLAIM_INVALID', message: expect.stringContaining('files') },
    });
    expect((await bad.types(run)).filter((type) => type === 'node.failed')).toHaveLength(2);
  });

  it('may honestly be blocked: a person is asked, no retry punishes it', async () => {
    const r = rig([graph], { attemptRunner: one({ type: 'blocker', blocker: 'the spec contradicts itself' }) });
    const { run, result } = await r.run(graph, null);
    expect(result).toMatchObject({ status: 'waiting', questions: [{ signal: 'assay.failure' }] });
    const failed = (await r.log(run)).flatMap((e) => (e.type === 'node.failed' ? [e.data] : []));
    expect(failed).toMatchObject([
      { error: { code: 'AGENT_BLOCKED', message: 'the spec contradicts itself' }, next: { do: 'ask' } },
    ]);
  });

  it.each([
    [
      'breaks off',
      { type: 'failed', error: { code: 'MODEL_DOWN', message: 'it broke off' }, retry: true },
      'it broke off',
    ],
    ['is blocked', { type: 'blocker', blocker: 'not for me' }, 'not for me'],
    ['claims what does not fit', { type: 'claim', claim: { verdict: 1 } }, 'the claim of helper does not fit'],
  ] satisfies [string, AgentResult, string][])('may be done without: one that %s', async (_, result, told) => {
    const spare = graphKit({ name: 'spare', version: 1, ports: { work: z.null() }, output: z.string() });
    const aided = spare.build('work', {
      work: spare.agent('work', {
        ...{ agent: 'helper', claim: z.object({ ok: z.boolean() }), brief: () => ({ prompt: 'help' }), to: [] },
        take: (_claim, _input, ctx) => ctx.exit('with it'),
        otherwise: ({ message }, _input, ctx) => ctx.exit(`without: ${message}`),
      }),
    });
    const r = rig([aided], { attemptRunner: one(result) });
    const ended = await r.run(aided, null);
    expect(ended.result).toMatchObject({ status: 'completed', output: expect.stringContaining(`without: ${told}`) });
    const paid = (await r.log(ended.run)).flatMap((e) => (e.type === 'node.completed' ? [e.data.usage] : []));
    expect(paid).toEqual([{ tokens: 1, usd: 0 }]);
    // A run without budget stops, even if some work would cost nothing.
    const out: AgentResult = { type: 'failed', error: { code: 'BUDGET_REACHED', message: 'spent' }, retry: false };
    const poor = rig([aided], { attemptRunner: one(out) });
    expect((await poor.run(aided, null, { budget: { tokens: 5 } })).result).toEqual({ status: 'paused' });
  });

  it('are paid for even if the code that handles their claim throws: the log and the budget have it', async () => {
    const claim = { type: 'claim', claim: { ok: true } } as const;
    const attemptRunner: AttemptRunner = async function* () {
      yield { type: 'complete', usage: { ...NO_AGENT_USAGE, output: 100, usd: 0.2 }, result: claim };
    };
    const broken = graphKit({ name: 'broken', version: 1, ports: { work: z.null() }, output: z.null() });
    const thrower = broken.build('work', {
      work: broken.agent('work', {
        agent: 'worker',
        claim: z.object({ ok: z.boolean() }),
        brief: () => ({ prompt: 'work' }),
        retry: { attempts: 9, backoffMs: 1 },
        to: [],
        take: () => {
          throw new AssayError('GIT_FAILED', 'the disk is full');
        },
      }),
    });
    const r = rig([thrower], { attemptRunner });
    const { run, result } = await r.run(thrower, null, { budget: { usd: 0.5 } });
    expect(result).toEqual({ status: 'paused' });
    const failed = (await r.log(run)).flatMap((e) => (e.type === 'node.failed' ? [e.data] : []));
    expect(failed.map(({ usage }) => usage)).toEqual(Array(3).fill({ tokens: 100, usd: 0.2 }));
    expect(failed[0]?.error.code).toBe('GIT_FAILED');
    expect((await r.store.header(run))?.usd).toBeCloseTo(0.6);
  });

  it('need an attempt runner', async () => {
    expect((await rig([graph]).run(graph, null)).result).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_UNAVAILABLE' },
    });
  });
});
