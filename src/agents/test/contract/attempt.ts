import { describe, expect } from 'vitest';
import { text } from '#sim/answers.ts';
import type { SimUsage } from '#sim/types.ts';
import { taskOf } from '../attempting.ts';
import { afterCall, claims, inTurns, played } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };

/** An attempt and its claim. */
export function attemptContract({ subject, test, open }: ContractKit): void {
  const { calls } = subject;
  describe(`C1 ${subject.name}: an attempt`, () => {
    test([], 'ends with its claim, told once and last', async () => {
      const { attempt } = await open(played(done));
      const { complete, of } = await attempt();
      expect(complete.result).toEqual(DONE);
      expect(of('complete')).toHaveLength(1);
      expect(complete.usage.turns).toBeGreaterThan(0);
    });

    test(['cost'], 'costs exactly what the simulator counted', async () => {
      const call = calls.write('a.txt', 'x', '.');
      const bench = await open(played(afterCall(call, () => done)));
      const { complete } = await bench.attempt();
      expect(complete.result).toEqual(DONE);
      const { input, output, cacheRead, cacheWrite, turns } = complete.usage;
      const counted = bench.sim.usage;
      expect(output).toBeGreaterThan(0);
      expect({ in: input + cacheRead + cacheWrite, output, cacheRead, cacheWrite }).toEqual({
        in: counted.inputTokens,
        output: counted.outputTokens,
        cacheRead: counted.cacheReadTokens,
        cacheWrite: counted.cacheWriteTokens,
      } satisfies Record<string, SimUsage[keyof SimUsage]>);
      expect(turns).toBe(bench.sim.requests.length);
    });

    test([], 'answers with plain text where no claim is wanted', async () => {
      const { attempt } = await open(played(() => text('It is blue.')));
      const { complete } = await attempt(taskOf({ claim: null }));
      expect(complete.result).toEqual({ type: 'text', text: 'It is blue.' });
    });

    test(['blocker'], 'may say honestly that it cannot', async () => {
      const { attempt } = await open(played(claims(null, 'the database is not there')));
      expect((await attempt()).complete.result).toEqual({ type: 'blocker', blocker: 'the database is not there' });
    });

    test(['repair'], 'is told what does not fit, and may repair it once', async () => {
      const bench = await open(played(inTurns(claims({ done: 'very' }), done)));
      const { complete } = await bench.attempt();
      expect(complete.result).toEqual(DONE);
      expect(JSON.stringify(bench.sim.requests.at(-1)?.request.messages.at(-1))).toMatch(/done/);
    });

    test(['repair'], 'fails when the claim does not fit the second time either', async () => {
      const bench = await open(played(inTurns(claims({ done: 'very' }), claims({ done: 'much' }), done)));
      const { complete } = await bench.attempt();
      expect(complete.result).toMatchObject({ type: 'failed', retry: true, error: { code: 'CLAIM_INVALID' } });
      expect(bench.sim.requests).toHaveLength(2);
    });

    test(['repair'], 'does not take prose for a claim', async () => {
      const { attempt } = await open(played(() => text('I did everything, and all tests pass.')));
      expect((await attempt()).complete.result).toMatchObject({ type: 'failed', error: { code: 'CLAIM_INVALID' } });
    });
  });
}
