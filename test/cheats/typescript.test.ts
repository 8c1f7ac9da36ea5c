import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { edited, type GateRig, gateRig } from './gate-rig.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from './projects/typescript.ts';

const signal = new AbortController().signal;
let rig: GateRig;
let red: TreeHash;
let lock: Proof['lock'];

const order = (accepted: TreeHash, tree: TreeHash, more: Partial<ProofOrder> = {}): ProofOrder => ({
  base: rig.base,
  accepted,
  tree,
  testCommand: null,
  lock: null,
  acceptedRun: null,
  preflight: 'npm run check',
  mayChange: [],
  ...more,
});
const reasons = ({ verdict }: Proof) => (verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code));

beforeAll(async () => {
  rig = await gateRig(SHOP);
  red = await edited(rig, rig.base, { 'test/discount.test.ts': DISCOUNT_TEST });
}, 60_000);
afterAll(() => rig.close());

describe('G3 RED in TypeScript', { timeout: 60_000 }, () => {
  it('is accepted where the module is not there yet, and locks its tests', async () => {
    const proof = await redProof(rig.bench, order(rig.base, red), signal);
    expect(proof.verdict, JSON.stringify(proof, null, 1)).toMatchObject({ verdict: 'accepted' });
    lock = proof.lock;
    expect(lock?.tests.map(({ title }) => title)).toEqual([
      'takes a percentage off',
      'refuses percentages that are none',
    ]);
  });

  it('GREEN passes those very tests', async () => {
    const green = await edited(rig, red, { 'src/discount.ts': DISCOUNT });
    const proof = await greenProof(rig.bench, order(red, green, { lock }), signal);
    expect(proof.verdict, JSON.stringify(proof, null, 1)).toMatchObject({ verdict: 'accepted' });
    expect(reasons(proof)).toEqual([]);
  });
});
