import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Proof } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import type { Edits } from './case.ts';
import { edited, gateRig } from './gate-rig.ts';
import { STYLES, type Style } from './reports/projects.ts';

const FULL = process.env.ASSAY_CHEATS === 'full';
const ONLY = process.env.ASSAY_STYLE;
const signal = new AbortController().signal;

const PROGRAMS: Partial<Record<Style['runner'], readonly [string, ...string[]]>> = {
  'go test': ['go', 'version'],
  'cargo test': ['cargo', '--version'],
  pytest: ['python3', '-c', 'import pytest'],
};
const lacks = (runner: Style['runner']): boolean => {
  const [program, ...args] = PROGRAMS[runner] ?? ['true'];
  return spawnSync(program, args, { timeout: 20_000 }).status !== 0;
};

const styles = STYLES.filter(({ smoke, runner, title }) =>
  ONLY ? `${runner} ${title}`.includes(ONLY) : FULL || smoke,
);

/** Every runner, import style, module system and layout: what a step's report says is held against what ran. */
describe('G3 G14.1 a report that the reported code speaks for', { timeout: 600_000 }, () => {
  for (const missing of [...new Set(styles.map(({ runner }) => runner))].filter(lacks))
    it.skip(`${missing} (skipped: it is not installed here)`, () => {});
  it.each(styles.filter(({ runner }) => !lacks(runner)))(
    '$runner, $title: is refused, and the honest step accepted',
    async (style) => {
      const { runner, project, red, honest, forged, code = 'REPORT_UNTRUE' } = style;
      const [program] = PROGRAMS[runner] ?? [];
      await using rig = disposable(await gateRig(project, program ? [program] : []));
      const failing = await edited(rig, rig.base, red);
      const order = { base: rig.base, testCommand: null, acceptedRun: null, mayChange: [], preflight: 'true' };
      const proven = await redProof(
        rig.treeRunner,
        { ...order, accepted: rig.base, tree: failing, lock: null },
        signal,
      );
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
    },
  );
});

const disposable = <T extends { close(): Promise<void> }>(rig: T): T & AsyncDisposable => ({
  ...rig,
  [Symbol.asyncDispose]: () => rig.close(),
});
