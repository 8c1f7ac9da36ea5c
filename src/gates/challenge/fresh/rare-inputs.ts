import { randomInt } from 'node:crypto';
import type { Value } from './neighbours.ts';

/** One in 97 texts shaped like an IBAN is valid; that none of this many is has a chance of one in ten thousand. */
const MANY = 900;
const MOST_FROM = 6;

/**
 * Inputs of the same shape as those that a test sees accepted: where nothing near them is accepted, a check that computes
 * (a check digit, a checksum) accepts one of many, and a table none. By chance, so that no code can know them before.
 */
export function rareInputs(accepted: readonly (readonly Value[])[]): Value[][] {
  const from = accepted.filter((args) => args.some(hasShape)).slice(0, MOST_FROM);
  if (from.length === 0) return [];
  const known = new Set(accepted.map((args) => JSON.stringify(args)));
  const made = Array.from({ length: MANY }, (_, at) => (from[at % from.length] ?? []).map(alike));
  return [...new Map(made.map((args) => [JSON.stringify(args), args]))]
    .filter(([key]) => !known.has(key))
    .map(([, args]) => args);
}

const hasShape = (value: Value): boolean => typeof value === 'string' && (value.match(/\d/g) ?? []).length > 1;

/** Changes some of its digits; other characters stay, since they often say what kind of thing it is. */
function alike(value: Value): Value {
  if (!hasShape(value) || typeof value !== 'string') return value;
  const digits = [...value.matchAll(/\d/g)].map(({ index }) => index);
  const signs = value.split('');
  const moved = Array.from(
    { length: Math.min(digits.length, 2 + randomInt(4)) },
    () => digits[randomInt(digits.length)],
  );
  for (const at of moved) if (at !== undefined) signs[at] = String(randomInt(10));
  return signs.join('');
}
