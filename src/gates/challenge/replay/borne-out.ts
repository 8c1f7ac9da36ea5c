import type { Asked, Told } from './heard.ts';

/** An assertion that passes under the runner, although what it was given is not what it asks for. */
export interface Contradiction extends Asked {
  readonly test: string;
}

/**
 * The tests passed under their runner. Here their assertions are judged once more, by nothing that the code under test
 * can reach: what was given and what was wanted came out of a plain process as text. Where they do not agree, twice,
 * and did not agree under the runner either, somebody has reached into the assertions, the values or the runner. Pure.
 */
export function contradictions(inside: Told | null, outside: Told, again: Told): Contradiction[] {
  return outside.flatMap(({ test, asked }, at) => {
    const [repeated, under] = [again[at], inside?.find((each) => each.test === test)];
    return asked
      .flatMap((each, n): Contradiction[] => {
        const others = [repeated?.asked[n], ...(under ? [under.asked[n]] : [])];
        const agreed = others.every((other) => other !== undefined && same(other, each));
        return agreed && repeated?.test === test && holds(each) === false ? [{ test, ...each }] : [];
      })
      .slice(0, 1);
  });
}

const same = (one: Asked, other: Asked): boolean =>
  one.how === other.how && one.given === other.given && one.wanted.join('\n') === other.wanted.join('\n');

/** Whether an assertion holds; null where that cannot be told from the texts. */
export function holds({ how, given, wanted }: Asked): boolean | null {
  if (given === 'equals everything') return false;
  const [first] = wanted;
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
      // Without `strict` these compare loosely: only what is of one kind can be told.
      return first === undefined || kindOf(given) !== kindOf(first) ? null : equal(given, first);
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

/** A number, a text, a list, an object; what is none of them is not plain data. */
const kindOf = (text: string): string => (isOpaque(text) ? 'opaque' : /^-?\d/.test(text) ? 'number' : text.slice(0, 1));

/** Something else than plain data can equal plain data of several parts, but no single number or text. */
function equal(given: string, wanted: string): boolean | null {
  if (isOpaque(wanted)) return null;
  if (isOpaque(given)) return given === 'opaque object' && !/^[[{(]/.test(wanted) ? false : null;
  return given === wanted;
}
