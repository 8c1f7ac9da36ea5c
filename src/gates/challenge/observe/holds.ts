/** The plain part of an assertion: its actual and expected value, as text. */
export interface AskedHolds {
  readonly how: string;
  readonly given: string;
  readonly wanted: readonly string[];
}

/**
 * Whether an assertion holds; null where the texts do not show it. The judgement uses nothing that the code under test
 * can reach: if it does not hold and was passed, something has tampered with the assertions, the values or the runner.
 * Pure.
 */
export function holds({ how, given, wanted }: AskedHolds): boolean | null {
  const [first] = wanted;
  if (given === 'equals everything' || first === 'equals everything') return false;
  switch (how) {
    case 'toBe':
    case 'toEqual':
    case 'toStrictEqual':
    case 'strictEqual':
    case 'deepStrictEqual':
      return first === undefined ? null : equal(given, first);
    case '==':
    case 'equal':
    case 'deepEqual':
      // Without `strict` these compare loosely, inside lists and objects too: only values of one type can be judged.
      if (first === undefined || kindOf(given) !== kindOf(first)) return null;
      if (given !== first && loosely(given) === loosely(first)) return null;
      return equal(given, first);
    case 'toBeTruthy':
    case 'ok':
      return isOpaque(given) ? null : !FALSY.test(given);
    case 'toBeFalsy':
      return isOpaque(given) ? false : FALSY.test(given);
    case 'toBeNull':
      return given === 'null';
    case 'toBeUndefined':
      return given === 'undefined';
    case 'toBeDefined':
      return given !== 'undefined';
    case 'toThrow':
    case 'raises':
      return given === 'throws';
    default:
      return null;
  }
}

const FALSY = /^(false|0|NaN|""|null|undefined|0n)$/;

const isOpaque = (text: string): boolean => text.startsWith('opaque');

/** A number, a text, a list, an object; anything else is not plain data. */
const kindOf = (text: string): string => (isOpaque(text) ? 'opaque' : /^-?\d/.test(text) ? 'number' : text.slice(0, 1));

/** `"10"` for `10`, `1` for `true`, null for undefined: what `==` treats as equal. */
const loosely = (text: string): string =>
  /^[[{]/.test(text)
    ? text
        .replaceAll(/"(-?\d+(?:\.\d+)?)"/g, '$1')
        .replaceAll(/\b(true|false)\b/g, (word) => (word === 'true' ? '1' : '0'))
        .replaceAll(/\bundefined\b/g, 'null')
    : text;

/** Something other than plain data can equal plain data of several parts, but no single number or text. */
function equal(given: string, wanted: string): boolean | null {
  if (isOpaque(wanted)) return null;
  if (isOpaque(given)) return given === 'opaque object' && !/^[[{(]/.test(wanted) ? false : null;
  return given === wanted;
}
