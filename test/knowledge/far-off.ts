import type { BenchRow } from '../../bench/lib/bench.ts';

/** A slow or crowded machine takes a few times as long; a pass over everything in place of an index, far more. */
const SLOWER = 5;

/** Whether a row misses its target by more than a machine explains. Times alone have room; speed is the bench's. */
export function isFarOff({ value, unit, target, pass }: BenchRow): boolean {
  if (pass !== false) return false;
  const [, most] = /^≤ ([\d.]+)$/.exec(target ?? '') ?? [];
  return most === undefined || value === null || !/^m?s$/.test(unit) || value > Number(most) * SLOWER;
}

export const farOff = (rows: readonly BenchRow[]): string[] =>
  rows.filter(isFarOff).map(({ label, value, unit }) => `${label}: ${value} ${unit}`);
