import type { Told } from './heard.ts';

export interface Difference {
  readonly test: string;
  /** Which assertion of the test, from 1. */
  readonly at: number;
  readonly inside: string;
  readonly outside: string;
}

/** What assertions were given under the runner and in a plain process, where it is not the same. Pure. */
export function differences(inside: Told, outside: Told, again: Told): Difference[] {
  const there = byName(outside);
  const steady = byName(again);
  return [...byName(inside)].flatMap(([test, values]) => {
    const other = there.get(test);
    const repeated = steady.get(test);
    if (!other || !repeated) return [];
    const longest = Math.max(values.length, other.length);
    return Array.from({ length: longest }, (_, at) => ({
      test,
      at: at + 1,
      inside: values[at] ?? 'nothing',
      outside: other[at] ?? 'nothing',
      again: repeated[at] ?? 'nothing',
    }))
      .filter((seen) => seen.inside !== seen.outside && seen.outside === seen.again && !isOfTheDay(seen))
      .map(({ again: _again, ...seen }) => seen)
      .slice(0, 1);
  });
}

/** Two tests of one name are told apart by their order. */
function byName(told: Told): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const { test, values } of told) {
    let key = test;
    for (let n = 2; named.has(key); n++) key = `${test} (${n})`;
    named.set(key, values);
  }
  return named;
}

/** A date or a time that moved on between two runs; texts that are the same but for their numbers. */
function isOfTheDay({ inside, outside }: { inside: string; outside: string }): boolean {
  const dated = /\d{4}-\d\d-\d\d|\b1[6-9]\d{8,11}\b|\d\d:\d\d/;
  const without = (text: string): string => text.replace(/\d+(\.\d+)?/g, '#');
  return dated.test(inside) && dated.test(outside) && without(inside) === without(outside);
}

/** What only says that a plain process lacks something which the tests' environment brings (a DOM, a package). */
export const isEnvironment = ({ outside }: Pick<Difference, 'outside'>): boolean =>
  /(ReferenceError|NameError): .* is not defined|Cannot find (module|package)|ModuleNotFoundError|ERR_MODULE_NOT_FOUND|ERR_UNSUPPORTED|import\.meta\.env/.test(
    outside,
  );
