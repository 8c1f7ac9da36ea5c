import { FEATURES } from './candidates.ts';
import ranking from './ranking.json' with { type: 'json' };

/** Weights that scripts/knowledge/train-ranking.py learned from the past commits of other repositories. */
const WEIGHTS = Float32Array.from(FEATURES, (name) => (ranking as Readonly<Record<string, number>>)[name] ?? 0);

/** One score a row; only their order means something. */
export function rank(rows: Float32Array, count: number): Float32Array {
  const width = FEATURES.length;
  return Float32Array.from({ length: count }, (_, at) => {
    let score = 0;
    for (let k = 0; k < width; k += 1) score += (rows[at * width + k] ?? 0) * (WEIGHTS[k] ?? 0);
    return score;
  });
}
