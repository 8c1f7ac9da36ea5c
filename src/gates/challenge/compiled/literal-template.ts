import { neighbours, type Value } from '../fresh/neighbours.ts';

/** Source of a language with its plain values taken out. */
export interface LiteralTemplate {
  readonly values: readonly Value[];
  fill(values: readonly Value[]): string;
}

const PLAIN = /"(?:[^"\\]|\\["\\nt])*"|(?<![\w.])-?\d{1,15}(?:\.\d+)?(?![\w.])|\b(?:true|false)\b/g;

/** Numbers, texts and truth values, anywhere; a number that would lose digits in JavaScript stays as it is. Pure. */
export function literalTemplate(text: string): LiteralTemplate {
  const found = [...text.matchAll(PLAIN)];
  return {
    values: found.map(([word]): Value => JSON.parse(word)),
    fill: (values) => {
      let n = 0;
      return text.replaceAll(PLAIN, (word) => {
        const value = values[n++];
        if (value === undefined) return word;
        // A number with a fraction stays one.
        const written = JSON.stringify(value);
        return /^-?\d+\.\d+$/.test(word) && /^-?\d+$/.test(written) ? `${written}.0` : written;
      });
    },
  };
}

/** Values near those of one call. Small integer types stay in their range, and none changes its sign. Pure. */
export function nearValues(values: readonly Value[], small: boolean): Value[][] {
  const fits = (value: Value, was: Value | undefined): boolean => {
    if (typeof value !== 'number' || typeof was !== 'number') return typeof value !== 'string' || isPlain(value);
    if (was >= 0 && value < 0) return false;
    if (Number.isInteger(was) && !Number.isInteger(value)) return false;
    return !small || Math.abs(value) <= 127;
  };
  return neighbours(values).filter((each) => each.every((value, at) => fits(value, values[at])));
}

/** The values of one call with some in the place of others of their kind: its second half for its first, then one each. Pure. */
export function alikeValues(values: readonly Value[]): Value[][] {
  const half = values.length / 2;
  if (!Number.isInteger(half) || half === 0) return [];
  const taken = (at: number): Value | undefined => values[at < half ? at + half : at - half];
  const replaced = [
    values.map((value, at) => (at < half ? taken(at) : value)),
    ...values.map((_, only) => values.map((value, at) => (at === only ? taken(at) : value))),
  ];
  return replaced
    .filter((each) => each.every((value, at) => isOfKind(value, values[at])))
    .map((each) => each.flatMap((value) => value ?? []))
    .slice(0, 4);
}

const isOfKind = (value: Value | undefined, was: Value | undefined): boolean =>
  typeof value === typeof was &&
  (typeof value !== 'number' || typeof was !== 'number' || Number.isInteger(value) === Number.isInteger(was)) &&
  (typeof value !== 'number' || typeof was !== 'number' || value < 0 === was < 0);

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
