import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { NO_AGENT_USAGE } from '#contracts/agent.ts';
import { json, toolCall } from '#sim/answers.ts';
import { placeOf, taskOf, tempFolder } from '../attempting.ts';
import { afterCall, claims, played, said } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const SLOW = { firstTokenMs: 600_000 };

/** Every limit ends it, and so does its caller. */
export function limitsContract({ subject, test, open }: ContractKit): void {
  const { calls, models } = subject;
  describe(`C1 ${subject.name}: limits`, () => {
    const endless = played((request) => {
      const { name, input } = calls.read(`f${request.turn}`, '.');
      return toolCall(name, input);
    });

    test([], 'a cancelled attempt ends, and releases the model', async () => {
      const off = new AbortController();
      const bench = await open(
        played(() => {
          setImmediate(() => off.abort(new Error('no longer needed')));
          return { ...json({ claim: { done: true }, blocker: null }), latency: SLOW };
        }),
      );
      const { complete } = await bench.attempt(taskOf(), placeOf(), { signal: off.signal });
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_ABORTED' } });
      await expect.poll(() => bench.sim.requests.some(({ outcome }) => outcome === 'pending')).toBe(false);
    });

    test([], 'one that is cancelled before it begins makes no call', async () => {
      const bench = await open(played(done));
      const { complete } = await bench.attempt(taskOf(), placeOf(), { signal: AbortSignal.abort() });
      expect(complete).toMatchObject({ usage: NO_AGENT_USAGE, result: { error: { code: 'ATTEMPT_ABORTED' } } });
      expect(bench.sim.requests).toHaveLength(0);
    });

    test(['commands'], 'a command that runs is ended with it', async () => {
      const folder = tempFolder();
      const off = new AbortController();
      // A pipe that the command and all its descendants hold open, in any namespace: it ends when they all have.
      const pipe = join(folder, 'held');
      execFileSync('mkfifo', [pipe]);
      const { attempt } = await open(played(afterCall(calls.shell(`exec 3>held; tail -f /dev/null`), () => done)));
      const held = createReadStream(pipe)
        .on('open', () => off.abort())
        .resume();
      const ended = once(held, 'end');
      const { complete } = await attempt(taskOf(), placeOf({ folder }), { signal: off.signal });
      expect(complete.result).toMatchObject({ error: { code: 'ATTEMPT_ABORTED' } });
      await ended;
    });

    test([], 'time that is over ends it', async () => {
      const { attempt } = await open(played(() => ({ ...json({}), latency: SLOW })));
      const { complete } = await attempt(taskOf({ limits: { seconds: 0.5 } }));
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_LIMIT' } });
    });

    test(['turn-limit'], 'turns that are used up end it, after it was told to claim', async () => {
      const bench = await open(endless);
      const { complete } = await bench.attempt(taskOf({ limits: { turns: 4 } }));
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_LIMIT' } });
      expect([complete.usage.turns, bench.sim.requests.length]).toEqual([4, 4]);
      const heard = bench.sim.requests.map(({ request }) => /last turn/.test(said(request)));
      expect(heard).toEqual([false, false, false, true]);
    });

    test(['token-limit'], 'a used-up token budget ends it, with its usage', async () => {
      const { attempt } = await open(endless);
      const { complete } = await attempt(taskOf({ limits: { tokens: 30_000 } }));
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_LIMIT' } });
      const { input, output, cacheRead, cacheWrite } = complete.usage;
      expect(input + output + cacheRead + cacheWrite).toBeGreaterThan(0);
      expect(input + output + cacheRead + cacheWrite).toBeLessThan(45_000);
    });

    test(['usd-limit'], 'money that is spent ends it', async () => {
      const { attempt } = await open(endless);
      const { complete } = await attempt(taskOf({ limits: { usd: 0.01 }, ...modelOf(models.priced) }));
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_LIMIT' } });
      expect(complete.usage.usd).toBeGreaterThanOrEqual(0.01);
    });

    test(['price'], 'a budget in money is refused where the price is not known', async () => {
      const bench = await open(played(done));
      const limits = { usd: 1 };
      const { complete } = await bench.attempt(taskOf({ limits, ...modelOf(models.unpriced) }));
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'PRICE_UNKNOWN' } });
      expect(bench.sim.requests).toHaveLength(0);
    });
  });
}

const modelOf = (model: string | undefined) => (model === undefined ? {} : { model });
