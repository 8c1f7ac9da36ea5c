import { describe, expect, it } from 'vitest';
import { hybridAccountOf } from '#workflows/hybrid-tdd/account.ts';
import type { MutationReport } from '#workflows/hybrid-tdd/state.ts';
import { play } from '#workflows/hybrid-tdd/testing/play.ts';
import { readTddRun } from './read-result.ts';

const GAPS: MutationReport = {
  ...{ type: 'measured', score: 0.5, tried: 2, killed: 1, verdict: 'gaps', evidence: [] },
  survivors: [
    { id: 'm1', kind: 'Boundary', function: 'push', line: 3, description: 'd', covered: true, blocks: false },
  ],
};

describe('H8.2 the result as people read it', () => {
  it('has the cost and the time of an adviser that ended after the result was made', async () => {
    const exiting = Promise.withResolvers<void>();
    const { engine, run, result, log } = await play({
      usd: 0.01,
      effects: { mutate: async () => GAPS, cleanUp: async () => exiting.resolve() },
      say: async (node) => {
        if (node === 'mutationAdversary') await exiting.promise;
        return undefined;
      },
    });
    // The scripted effects keep no account; what the log has is what was paid.
    expect(result?.cost.usd).toBe(0);
    const { store, deps } = engine;
    const read = (await readTddRun({ store, blobs: deps.blobs }, run)).result;
    expect(read?.cost.usd).toBeCloseTo(0.05);
    expect(read?.timeline.map(({ node }) => node)).toContain('mutationAdversary');
    expect(read).toMatchObject(hybridAccountOf(log));
  });
});
