import type { SearchWeights } from '#contracts/config.ts';
import { max, topOf } from './float-arrays.ts';
import { kindOfSignal, LEARNED } from './search-weights.ts';
import { type SearchSignals, SIGNALS } from './signals.ts';

/** How many of the best files by each signal are examined closely. */
const TAKE: Partial<Record<keyof SearchSignals, number>> = {
  mix: 30,
  chunk: 20,
  whole: 12,
  path: 10,
  name: 10,
  comment: 8,
  named: 8,
  definesWord: 6,
  defines: 8,
  base: 8,
  said: 12,
  similar: 12,
  recent: 10,
  given: 10,
  meaning: 12,
  near: 12,
  together: 10,
  feedback: 10,
};

/** Candidate files: some 45 of them include nearly all relevant ones. A signal with weight zero adds none. */
export function candidatesOf(signals: SearchSignals, weights: SearchWeights = LEARNED): number[] {
  const files = new Set<number>();
  for (const signal of SIGNALS)
    if (weights[kindOfSignal(signal)] > 0)
      for (const file of topOf(signals[signal], TAKE[signal] ?? 0)) files.add(file);
  return [...files];
}

/** Three for each signal: its value, its share of the best candidate's, and its rank among the candidates. */
export const FEATURES: readonly string[] = SIGNALS.flatMap((name) => [name, `rel_${name}`, `place_${name}`]);

/** The features of the candidates, row by row. */
export function featuresOf(signals: SearchSignals, files: readonly number[]): Float32Array {
  const width = FEATURES.length;
  const rows = new Float32Array(files.length * width);
  SIGNALS.forEach((name, column) => {
    const values = Float32Array.from(files, (file) => signals[name][file] ?? 0);
    const best = max(values) || 1;
    const order = [...values.keys()]
      .filter((at) => (values[at] ?? 0) > 0)
      .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    const places = new Float32Array(files.length);
    let [place, last] = [0, -1];
    order.forEach((at, n) => {
      const value = values[at] ?? 0;
      // Equal values share a rank: for many signals most files have the same.
      if (value !== last) place = n;
      last = value;
      places[at] = 1 / (1 + place);
    });
    values.forEach((value, at) => {
      const from = at * width + column * 3;
      rows[from] = value;
      rows[from + 1] = value / best;
      rows[from + 2] = places[at] ?? 0;
    });
  });
  return rows;
}
