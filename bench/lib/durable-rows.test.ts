import { describe, expect, it } from 'vitest';
import { compareRows } from './durable-rows.ts';
import type { Setting, Side } from './durable-sides.ts';
import type { ChildOutcome } from './measure.ts';

const setting: Setting = { label: 'layers, FULL', shape: 'layers', sync: 'full', args: [] };
const side = (kind: Side['kind'], file: string): Side =>
  kind === 'assay' ? { kind, file, form: 'strict' } : { kind, file };
const ran = (peer: string, ...speeds: number[]): ChildOutcome[] =>
  speeds.map((nodesPerSecond) => ({
    kind: 'measured',
    line: { peer, version: '1', shape: 'chain', nodes: 1000, seconds: 1, nodesPerSecond, durability: 'WAL' },
  }));

describe('compareRows', () => {
  it('sets the target against the fastest peer of the same kind, by medians, and names a faster other form without one', () => {
    const rows = compareRows(setting, [
      { side: side('assay', 'a'), outcomes: ran('Assay', 900, 1000, 5000) },
      { side: side('same', 'b'), outcomes: ran('Slow', 10, 10, 10) },
      { side: side('same', 'c'), outcomes: ran('Fast', 50, 125, 999) },
      { side: side('other', 'd'), outcomes: ran('Other', 500, 500, 500) },
      { side: side('reference', 'e'), outcomes: ran('Floor', 9999, 9999, 9999) },
    ]);
    expect(rows[0]).toMatchObject({ value: 8, target: '≥ 10', pass: false, note: 'Fast 1 is the fastest' });
    expect(rows[1]).toMatchObject({ value: 2, note: 'Other 1 is the fastest' });
    expect(rows[1]).not.toHaveProperty('pass');
    expect(rows.slice(2).map((row) => row.ratio)).toEqual([undefined, 100, 8, 2, 1000 / 9999]);
  });

  it('sets no target on a strict chain at FULL, which is the disk’s number, and does on a pure one', () => {
    const chain: Setting = { label: 'chain, FULL', shape: 'chain', sync: 'full', args: [] };
    const rows = compareRows(chain, [
      { side: { kind: 'assay', file: 'a', form: 'strict' }, outcomes: ran('Assay', 500) },
      { side: { kind: 'assay', file: 'a', form: 'pure' }, outcomes: ran('Assay', 2000) },
      { side: side('same', 'b'), outcomes: ran('Peer', 100) },
    ]);
    expect(rows[0]).toMatchObject({ label: 'chain, FULL · Assay strict ÷ best peer', ratio: 5 });
    expect(rows[0]).not.toHaveProperty('pass');
    expect(rows[1]).toMatchObject({ label: 'chain, FULL · Assay pure ÷ best peer', ratio: 20, pass: true });
  });

  it('does not quote a peer that failed in one of its rounds, and says so', () => {
    const rows = compareRows(setting, [
      { side: side('assay', 'a'), outcomes: ran('Assay', 1000) },
      { side: side('same', 'b'), outcomes: [...ran('Shaky', 900), { kind: 'failed', why: 'exit 1' }] },
      { side: side('same', 'c'), outcomes: ran('Steady', 100) },
    ]);
    expect(rows[0]).toMatchObject({ value: 10, pass: true });
    expect(rows).toContainEqual({ label: 'layers, FULL · b', value: null, unit: '', note: 'failed: exit 1' });
  });

  it('states no ratio and no verdict when Assay was not measured', () => {
    const rows = compareRows(setting, [{ side: side('same', 'b'), outcomes: ran('Peer', 100) }]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toHaveProperty('ratio');
    expect(rows[0]).not.toHaveProperty('pass');
  });
});
