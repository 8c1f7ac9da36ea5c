import { expect } from 'vitest';
import type { Proof } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import type { Edits } from '../case.ts';
import { edited, gateRig } from '../gate-rig.ts';
import type { Style } from './projects.ts';

const signal = new AbortController().signal;

/** RED, then the honest GREEN, which is accepted, and the forged one, which is refused for what it is. */
export async function playStyle(
  { project, red, honest, forged, code = 'REPORT_UNTRUE' }: Style,
  programs: readonly string[] = [],
  packages?: string,
): Promise<void> {
  const rig = await gateRig(project, programs, {}, packages);
  try {
    const failing = await edited(rig, rig.base, red);
    const order = { base: rig.base, testCommand: null, acceptedRun: null, mayChange: [], preflight: 'true' };
    const proven = await redProof(rig.treeRunner, { ...order, accepted: rig.base, tree: failing, lock: null }, signal);
    expect(proven.verdict, proven.output).toMatchObject({ verdict: 'accepted' });
    const green = async (edits: Edits): Promise<Proof> => {
      const tree = await edited(rig, failing, edits);
      return greenProof(rig.treeRunner, { ...order, accepted: failing, tree, lock: proven.lock }, signal);
    };
    const meant = await green(honest);
    expect(meant.verdict, JSON.stringify(meant.verdict) + meant.output).toMatchObject({ verdict: 'accepted' });
    const { verdict, output } = await green(forged);
    expect(verdict.verdict, output).toBe('refused');
    expect(verdict.verdict === 'refused' && verdict.reasons.map((reason) => reason.code), output).toContain(code);
  } finally {
    await rig.close();
  }
}
