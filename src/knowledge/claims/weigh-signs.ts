import type { ClaimSigns } from './claim-signs.ts';
import weights from './sign-weights.json' with { type: 'json' };

/** A condition on a sign, `[sign, most, below or equal, above]`, or the weight of the signs on the way to it. */
export type SignTree = number | readonly [string, number, SignTree, SignTree];

export interface WeighedSigns {
  /** Above 0: more likely misread than not. */
  readonly doubt: number;
  /** What each sign contributed, heaviest first. */
  readonly grounds: readonly (readonly [sign: string, weight: number])[];
}

/**
 * Pure. The combined weight of all signs. scripts/knowledge/train-claims.ts learned the trees from claims that are known
 * to be supported or not.
 */
export function weighSigns(signs: ClaimSigns, trees = TREES, least = LEAST): WeighedSigns {
  const grounds = new Map<string, number>();
  let doubt = -least;
  for (const tree of trees) {
    let here = tree;
    let expected = meanOf(here);
    doubt += expected;
    while (typeof here !== 'number') {
      const [sign, most, low, high] = here;
      here = (signs[sign] ?? 0) <= most ? low : high;
      const next = meanOf(here);
      grounds.set(sign, (grounds.get(sign) ?? 0) + next - expected);
      doubt += next - expected;
      expected = next;
    }
  }
  return { doubt, grounds: [...grounds].sort(([, a], [, b]) => b - a) };
}

/** Parsed with care: JSON has no tuples. */
const TREES = weights.trees as unknown as readonly SignTree[];
const LEAST: number = weights.least;

/** The mean of its two sides: the value before the condition is checked. */
const means = new WeakMap<object, number>();
function meanOf(tree: SignTree): number {
  if (typeof tree === 'number') return tree;
  const known = means.get(tree);
  if (known !== undefined) return known;
  const mean = (meanOf(tree[2]) + meanOf(tree[3])) / 2;
  means.set(tree, mean);
  return mean;
}
