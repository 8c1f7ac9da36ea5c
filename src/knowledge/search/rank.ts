import type { SearchWeights } from '#contracts/config.ts';
import { FEATURES } from './candidates.ts';
import ranking from './ranking.json' with { type: 'json' };
import { kindOfSignal } from './search-weights.ts';
import { SIGNALS } from './signals.ts';

/** Weights that scripts/knowledge/train-ranking.py learned from the past commits of other repositories. */
const WEIGHTS: readonly number[] = FEATURES.map((name) => (ranking as Readonly<Record<string, number>>)[name] ?? 0);

/** One score a row; only their order means something. */
export function rank(rows: Float32Array, count: number, grounds: SearchWeights): Float32Array {
  const width = FEATURES.length;
  const each = SIGNALS.map((signal) => grounds[kindOfSignal(signal)]);
  const weights = WEIGHTS.map((weight, k) => weight * (each[Math.floor(k / 3)] ?? 1));
  return Float32Array.from({ length: count }, (_, at) => {
    let score = 0;
    for (let k = 0; k < width; k += 1) score += (rows[at * width + k] ?? 0) * (weights[k] ?? 0);
    return score;
  });
}
