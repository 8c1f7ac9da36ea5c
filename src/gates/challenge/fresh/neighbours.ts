import type { z } from 'zod';

export type Value = z.core.util.JSONType;

/** Inputs near a tested one, which a function that computes would handle, too. */
export function neighbours(args: readonly Value[], most = 10): Value[][] {
  const near = args.map(around);
  const one = near.flatMap((values, at) => values.map((value) => args.map((arg, i) => (i === at ? value : arg))));
  const all = args.map((arg, at) => near[at]?.[0] ?? arg);
  const found = [...(args.length > 1 ? [all] : []), ...spread(one, most)];
  const known = new Set([JSON.stringify(args)]);
  return found
    .filter((each) => {
      const key = JSON.stringify(each);
      return known.has(key) ? false : known.add(key);
    })
    .slice(0, most);
}

/** A word near another, or none. */
export const nearWord = (word: string): string | undefined => strings(word)[0];

/** Some of each argument, rather than all of the first. */
function spread<T>(values: readonly T[], most: number): T[] {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.min(most, values.length) }, (_, at) => values[Math.floor(at * step)]).filter(
    (value) => value !== undefined,
  );
}

function around(value: Value): Value[] {
  if (typeof value === 'number') return numbers(value);
  if (typeof value === 'string') return strings(value);
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return arrays(value);
  if (value === null) return [];
  if (typeof value.$ === 'string') return tagged(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    around(inner)
      .slice(0, 2)
      .map((near) => ({ ...value, [key]: near })),
  );
}

const numbers = (n: number): number[] =>
  (Number.isInteger(n) ? [n + 1, n - 1, n * 2, n + 7, -n] : [n + 0.5, n * 2, -n, n + 1]).filter((each) => each !== n);

/** Numbers in a text are changed too: `1h30m` has neighbours that are as well-formed. */
function strings(text: string): string[] {
  // Many functions first check whether an argument is given at all.
  if (text === '') return ['a'];
  const [moved, lower] = [movedBy(1, text), movedBy(-1, text)];
  const swapped = text.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (letter) => (letter.toLowerCase() === 'a' ? 'e' : 'a'));
  return [
    moved,
    swapped,
    lower,
    `${text}${text.slice(-1)}`,
    text.slice(1),
    [...text].reverse().join(''),
    text.toUpperCase(),
  ].filter((each) => each !== text);
}

/** As many digits as before: `2026-02-28` stays a date, `09:59` a time. */
const movedBy = (step: 1 | -1, text: string): string =>
  text.replace(/\d+/g, (digits) => {
    const [there, back] = [BigInt(digits) + BigInt(step), BigInt(digits) - BigInt(step)];
    const moved = there < 0n || String(there).length > digits.length ? back : there;
    return String(moved).padStart(digits.length, '0');
  });

function arrays(list: readonly Value[]): Value[] {
  const [first] = list;
  const moved = list.map((value) => around(value)[0] ?? value);
  const isOfRecords = first !== null && typeof first === 'object' && !Array.isArray(first);
  const others = isOfRecords ? around(first).map((near) => [near, ...list.slice(1)]) : [];
  const longer = first === undefined ? [] : [[...list, first]];
  return [moved, list.slice(0, -1), [...list].reverse(), ...longer, ...others].filter(
    (each) => JSON.stringify(each) !== JSON.stringify(list),
  );
}

/** Values without a JSON form: a tuple has the neighbours of a list; most others have none. */
function tagged(value: { readonly [key: string]: Value }): Value[] {
  const inner = value.v;
  if (Array.isArray(inner) && /^(tuple|set|frozenset)$/.test(String(value.$)))
    return arrays(inner).map((v) => ({ ...value, v }));
  if (value.$ === 'float') return numbers(Number(inner)).map((v) => ({ ...value, v: String(v) }));
  return [];
}
