import type { Called } from './called.ts';
import type { Value } from './neighbours.ts';

/** All of a test's inputs, at least two of them, and its expected value stand in one line of the source. */
export function isSpelledOut({ args, outcome }: Called['calls'][number], source: string, fewest = 2): boolean {
  const leaves = [...new Set(leavesOf(args))];
  const answer = withoutQuotes(outcome);
  if (leaves.length < fewest || /^throws |^(undefined|None|null|true|false|True|False)$/.test(outcome)) return false;
  if (!leaves.every((leaf) => typeof leaf === 'number') || leaves.some((leaf) => String(leaf) === answer)) return false;
  // A list of many numbers contains these by chance.
  const parts = withoutProse(source)
    .split(fewest === 1 ? /\n|;|\{|\}|\[|\]|,/ : /\n|;|\{|\},|\],/)
    .filter((part) => (part.match(/\d+/g) ?? []).length <= leaves.length + 2);
  return parts.some((part) => leaves.every((leaf) => names(part, leaf)) && names(part, literalOf(answer)));
}

/** Examples in a function's description are not part of its code. */
const withoutProse = (source: string): string =>
  source.replaceAll(/^\s*[rRuU]?("{3}|'{3})[\s\S]*?\1|\/\*[\s\S]*?\*\/|^\s*(?:#|\/\/|\*\s).*$/gm, '');

const literalOf = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

type Leaf = string | number;
/** The informative part of an input: 0, 1 and the empty text occur in any code. */
export function leavesOf(value: Value | readonly Value[]): Leaf[] {
  if (typeof value === 'number') return Math.abs(value) > 1 ? [value] : [];
  if (typeof value === 'string') return value.length > 1 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (value === null || typeof value !== 'object' || isMade(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$' ? [] : leavesOf(each)));
}

/** A function's own inputs do not count. */
export const isMade = (value: Value | readonly Value[]): boolean =>
  value !== null && typeof value === 'object' && '$' in value && value.$ === 'function';

export const isWord = (leaf: Leaf): boolean => typeof leaf === 'string' && /^[A-Za-z][A-Za-z_-]*$/.test(leaf);

export function names(source: string, leaf: Leaf): boolean {
  const text = typeof leaf === 'number' ? String(Math.abs(leaf)) : leaf;
  if (typeof leaf === 'number')
    return new RegExp(`(?<![\\w.])${text.replace('.', '\\.')}(?![\\w.])`).test(source.replaceAll('_', ''));
  return source.includes(text);
}

/** Literals like the tests' inputs that no test uses: a domain has more entries than its tests. */
export function entriesBesides(source: string, tested: Called['calls']): number {
  const known = new Set(tested.flatMap(({ args, outcome }) => [...leavesOf(args).map(String), withoutQuotes(outcome)]));
  const spoken = source.replace(
    /^.*\b(import|from|require|throw|raise|new \w*Error)\b.*$|\/\/.*$|#.*$|\/\*[\s\S]*?\*\//gm,
    '',
  );
  const kinds = new Set(tested.flatMap(({ args }) => leavesOf(args).map((leaf) => typeof leaf)));
  const literals = [
    ...(kinds.has('string') ? spoken.matchAll(/'([^'\n]*)'|"([^"\n]*)"|^\s*(?!default\b)([A-Za-z_]\w+)\s*:/gm) : []),
    ...(kinds.has('number') ? spoken.matchAll(/(?<![\w.])(\d{2,}(?:\.\d+)?)(?![\w.])/g) : []),
  ].map(([, one, two, three]) => one ?? two ?? three ?? '');
  // A number that is repeated is one entry.
  return [...new Set(literals)].filter(
    (literal) => literal.length > 1 && ![...known].some((each) => literal.includes(each)),
  ).length;
}

export const withoutQuotes = (outcome: string): string => outcome.replace(/^['"]|['"]$/g, '');
