// node scripts/knowledge/train-claims.ts: learns from the claims of bench/research how much each sign of a misread claim is worth, and
// writes src/knowledge/claims/sign-weights.json (then npm run format). Trees one after the other, each for what those before it got wrong.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignTree } from '../../src/knowledge/claims/weigh-signs.ts';
import { type ClaimRow, claimRows } from './claim-rows.ts';

const [ROUNDS, DEPTH, STEP, LEAST_WEIGHT, PULL, BINS] = [240, 3, 0.08, 12, 2, 16];
/** The share of honest claims in other words that may be flagged where it was learned, by claims that were left out in turn. */
const MAY_FLAG = Number(process.env.MAY_FLAG ?? 0.035);
const FOLDS = 5;

const halves = (process.argv[2] ?? 'tried,documentation').split(',') as Parameters<typeof claimRows>[0][];
const rows = halves.flatMap(claimRows);
const signs = Object.keys(rows[0]?.signs ?? {});
console.log(`${rows.length} claims of ${halves.join(' and ')}, ${signs.length} signs`);

/** The weights of claims that the trees have not seen: the threshold must not come from claims learned by heart. */
const apart = rows.map(() => 0);
for (let fold = 0; fold < FOLDS; fold += 1) {
  // Claims of one sentence stay together.
  const isLeftOut = rows.map(({ told }) => hashOf(told.split(' <- ')[1] ?? '') % FOLDS === fold);
  const trees = learn(rows.filter((_, at) => !isLeftOut[at]));
  for (const [at, row] of rows.entries()) if (isLeftOut[at]) apart[at] = scoreOf(trees, row);
}
const honest = apart.filter((_, at) => rows[at]?.weight === 4 && rows[at]?.isWrong === 0).sort((a, b) => a - b);
const least = honest[Math.floor(honest.length * (1 - MAY_FLAG))] ?? 0;
const wrong = apart.filter((_, at) => rows[at]?.weight === 4 && rows[at]?.isWrong === 1);
const shown = wrong.filter((score) => score <= least).length / wrong.length;
console.log(
  `left out in turn: ${(100 * MAY_FLAG).toFixed(1)} % of ways flagged, ${(100 * shown).toFixed(1)} % of twists shown`,
);
const trees = learn(rows).map(rounded);
const file = join(import.meta.dirname, '../../src/knowledge/claims/sign-weights.json');
writeFileSync(file, `${JSON.stringify({ least: Number(least.toFixed(4)), trees })}\n`);

function learn(from: readonly ClaimRow[]): SignTree[] {
  const edges = signs.map((sign) => edgesOf(from.map((row) => row.signs[sign] ?? 0)));
  const binned = from.map((row) => signs.map((sign, at) => binOf(row.signs[sign] ?? 0, edges[at] ?? [])));
  const scores = new Float64Array(from.length);
  const random = seeded(7);
  const found: SignTree[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = from.map((row, at) => row.weight * (1 / (1 + Math.exp(-(scores[at] ?? 0))) - row.isWrong));
    const curves = from.map((row, at) => {
      const chance = 1 / (1 + Math.exp(-(scores[at] ?? 0)));
      return row.weight * chance * (1 - chance);
    });
    const used = from.map((_, at) => at).filter(() => random() < 0.7);
    const asked = signs.map((_, at) => at).filter(() => random() < 0.5);
    const tree = grow({ binned, edges, slopes, curves, asked }, used, DEPTH);
    found.push(tree);
    for (const [at, row] of from.entries()) scores[at] = (scores[at] ?? 0) + scoreOf([tree], row);
  }
  return found;
}

interface Sample {
  readonly binned: readonly (readonly number[])[];
  readonly edges: readonly (readonly number[])[];
  readonly slopes: readonly number[];
  readonly curves: readonly number[];
  readonly asked: readonly number[];
}

function grow(sample: Sample, used: readonly number[], depth: number): SignTree {
  const { binned, edges, slopes, curves, asked } = sample;
  let [slope, curve] = [0, 0];
  for (const at of used) [slope, curve] = [slope + (slopes[at] ?? 0), curve + (curves[at] ?? 0)];
  const leaf = (-STEP * slope) / (curve + PULL);
  if (depth === 0) return leaf;
  let best = { gain: 0.01, sign: -1, bin: 0 };
  for (const sign of asked) {
    const [sums, bends, count] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
    for (const at of used) {
      const bin = binned[at]?.[sign] ?? 0;
      sums[bin] = (sums[bin] ?? 0) + (slopes[at] ?? 0);
      bends[bin] = (bends[bin] ?? 0) + (curves[at] ?? 0);
      count[bin] = (count[bin] ?? 0) + 1;
    }
    let [left, leftBend, leftCount] = [0, 0, 0];
    for (let bin = 0; bin < (edges[sign]?.length ?? 0); bin += 1) {
      [left, leftBend, leftCount] = [
        left + (sums[bin] ?? 0),
        leftBend + (bends[bin] ?? 0),
        leftCount + (count[bin] ?? 0),
      ];
      if (leftCount < LEAST_WEIGHT || used.length - leftCount < LEAST_WEIGHT) continue;
      const [right, rightBend] = [slope - left, curve - leftBend];
      const gain =
        (left * left) / (leftBend + PULL) + (right * right) / (rightBend + PULL) - (slope * slope) / (curve + PULL);
      if (gain > best.gain) best = { gain, sign, bin };
    }
  }
  if (best.sign < 0) return leaf;
  const isLow = (at: number): boolean => (binned[at]?.[best.sign] ?? 0) <= best.bin;
  return [
    signs[best.sign] ?? '',
    edges[best.sign]?.[best.bin] ?? 0,
    grow(sample, used.filter(isLow), depth - 1),
    grow(
      sample,
      used.filter((at) => !isLow(at)),
      depth - 1,
    ),
  ];
}

function scoreOf(trees: readonly SignTree[], { signs: own }: ClaimRow): number {
  let sum = 0;
  for (const tree of trees) {
    let here = tree;
    while (typeof here !== 'number') here = (own[here[0]] ?? 0) <= here[1] ? here[2] : here[3];
    sum += here;
  }
  return sum;
}

/** The thresholds to try for a sign: between the values that it has. */
function edgesOf(values: readonly number[]): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const picked = Array.from(
    { length: BINS },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / (BINS + 1))] ?? 0,
  );
  return [...new Set(sorted.length <= BINS ? sorted.slice(0, -1) : picked)];
}

function binOf(value: number, edges: readonly number[]): number {
  const at = edges.findIndex((edge) => value <= edge);
  return at < 0 ? edges.length : at;
}

function rounded(tree: SignTree): SignTree {
  if (typeof tree === 'number') return Number(tree.toFixed(4));
  return [tree[0], Number(tree[1].toFixed(4)), rounded(tree[2]), rounded(tree[3])];
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
