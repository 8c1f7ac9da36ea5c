import type { Called, Probe } from './called.ts';

interface Point {
  readonly at: readonly number[];
  readonly answer: number;
}

/** More unknowns than this are not solved for. */
const MOST_ARGUMENTS = 3;

/**
 * For a numeric function: whether one plain rule (sums and products of its arguments) gives exactly its answers to all
 * inputs near those of its tests, and not its answers to those. A table has such a rule for everything else; code that
 * computes either is that rule or has none. Pure.
 */
export function besideRule(calls: Called['calls'], probes: readonly Probe[]): readonly (readonly number[])[] | null {
  const [tested, fresh] = [calls.flatMap(pointOf), probes.flatMap(pointOf)];
  const width = tested[0]?.at.length ?? 0;
  if (width === 0 || width > MOST_ARGUMENTS || [...tested, ...fresh].some(({ at }) => at.length !== width)) return null;
  const terms = termsOf(tested[0]?.at ?? []).length;
  // The rule must be confirmed by far more points than it takes to find one.
  if (fresh.length < terms * 2) return null;
  const rule = ruleOf(fresh);
  if (rule === null || !fresh.every((each) => fits(rule, each))) return null;
  const beside = tested.filter((each) => !fits(rule, each));
  // A single number may be an intended exception (a port, a month); pairs hardly are.
  const isMuch = width > 1 || beside.length * 2 >= tested.length;
  return beside.length >= 2 && isMuch ? beside.map(({ at }) => at) : null;
}

function pointOf({ args, outcome }: Called['calls'][number]): Point[] {
  const answer = Number(outcome);
  const at = args.flatMap((arg) => (typeof arg === 'number' ? [arg] : []));
  return outcome.trim() !== '' && Number.isFinite(answer) && at.length === args.length ? [{ at, answer }] : [];
}

const termsOf = (at: readonly number[]): number[] => [
  1,
  ...at,
  ...at.flatMap((one, n) => at.slice(n).map((other) => one * other)),
];

const fits = (rule: readonly number[], { at, answer }: Point): boolean => {
  const terms = termsOf(at);
  const given = terms.reduce((sum, term, n) => sum + term * (rule[n] ?? 0), 0);
  const size = terms.reduce((most, term, n) => Math.max(most, Math.abs(term * (rule[n] ?? 0))), Math.abs(answer));
  return Math.abs(given - answer) <= 1e-6 * Math.max(1, size);
};

/** Least squares, by elimination; a term without any information gets zero. */
function ruleOf(points: readonly Point[]): number[] | null {
  const all = points.map(({ at }) => termsOf(at));
  const width = all[0]?.length ?? 0;
  const scale = Array.from({ length: width }, (_, n) => Math.max(1, ...all.map((terms) => Math.abs(terms[n] ?? 0))));
  const scaled = all.map((terms) => terms.map((term, n) => term / (scale[n] ?? 1)));
  const sums = Array.from({ length: width }, (_, row) => [
    ...Array.from({ length: width }, (_, column) =>
      scaled.reduce((sum, t) => sum + (t[row] ?? 0) * (t[column] ?? 0), 0),
    ),
    scaled.reduce((sum, t, n) => sum + (t[row] ?? 0) * (points[n]?.answer ?? 0), 0),
  ]);
  const pivots: number[] = [];
  let top = 0;
  for (let column = 0; column < width && top < width; column += 1) {
    const best = sums.reduce(
      (found, row, n) => (n >= top && Math.abs(row[column] ?? 0) > Math.abs(sums[found]?.[column] ?? 0) ? n : found),
      top,
    );
    const [one, other] = [sums[top], sums[best]];
    if (!one || !other || Math.abs(other[column] ?? 0) < 1e-9) continue;
    [sums[top], sums[best]] = [other, one];
    const pivot = other[column] ?? 1;
    for (const [n, row] of sums.entries()) {
      const factor = n === top ? 0 : (row[column] ?? 0) / pivot;
      if (factor !== 0)
        for (let at = column; at <= width; at += 1) row[at] = (row[at] ?? 0) - factor * (other[at] ?? 0);
    }
    pivots[top] = column;
    top += 1;
  }
  const rule = Array.from({ length: width }, () => 0);
  for (const [row, column] of pivots.entries())
    rule[column] = (sums[row]?.[width] ?? 0) / (sums[row]?.[column] ?? 1) / (scale[column] ?? 1);
  return rule.every(Number.isFinite) ? rule : null;
}
