import { createHash } from 'node:crypto';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { NO_ACCOUNT } from '../account.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import type { MutationReport, TddPoint, Verification } from '../state.ts';

/** A commit that was never made. */
export const point = (name: string): TddPoint => {
  const hash = createHash('sha1').update(name).digest('hex');
  return { commit: Sha.parse(hash), tree: TreeHash.parse(hash) };
};

export const VERIFIED: Verification = {
  red: [{ id: 'a test', title: 'a test', by: 'sentinel' }],
  coverage: {
    functions: { covered: ['push'], uncovered: [] },
    sketches: { covered: ['push-grows'], uncovered: [] },
    examples: { covered: 1, uncovered: [] },
  },
  evidence: [],
};

export const ROBUST: MutationReport = {
  type: 'measured',
  score: 1,
  tried: 4,
  killed: 4,
  survivors: [],
  verdict: 'robust',
  evidence: [],
};

/** Effects that all succeed, for tests of the graph alone; each can be overridden. */
export const scriptedEffects = (others: Partial<HybridEffects> = {}): HybridEffects => ({
  prepare: async () => ({ ok: true, base: point('base') }),
  place: async () => {},
  take: async ({ place, side }) => ({ ok: true, point: point(`${place} ${side}`) }),
  skeleton: async ({ design }, place) => ({
    ok: true,
    skeleton: { place, point: point(place), stubbed: design.claim.functions.map(({ name }) => name), evidence: [] },
  }),
  verify: async () => ({ type: 'verified', verification: VERIFIED }),
  merge: async (_, place) => ({ ok: true, point: point(place) }),
  validate: async () => ({ type: 'green', passed: 1 }),
  mutate: async () => ROBUST,
  examine: async () => ({ type: 'reviewed', by: 'a test' }),
  land: async () => ({ ok: true }),
  attest: async () => [],
  keep: async (_, { run }) => `refs/assay/tdd/${run}`,
  account: async () => NO_ACCOUNT,
  cleanUp: async () => {},
  ...others,
});
