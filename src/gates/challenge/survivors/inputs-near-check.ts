import { neighbours, type Value } from '../fresh/neighbours.ts';

/**
 * Inputs on both sides of a check: tested inputs with the check's own literals in them, a little above and below, and
 * without them. If a guard for a case that no test covers does anything, it shows there. Pure.
 */
export function inputsNearCheck(tested: readonly (readonly Value[])[], check: string, most = 60): Value[][] {
  const literals = literalsOf(check);
  const found = new Map<string, Value[]>();
  for (const args of tested)
    for (const [at, arg] of args.entries())
      for (const value of around(arg, literals)) {
        const changed = args.map((each, n) => (n === at ? value : each));
        found.set(JSON.stringify(changed), changed);
      }
  for (const args of tested) for (const near of neighbours(args, 4)) found.set(JSON.stringify(near), near);
  for (const args of tested) found.delete(JSON.stringify(args));
  return [...found.values()].slice(0, most);
}

type Literal = string | number;

function literalsOf(text: string): Literal[] {
  const numbers = [...text.matchAll(/(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w$])/g)].map(([found]) =>
    Number(found.replaceAll('_', '')),
  );
  const texts = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
  return [...new Set<Literal>([...numbers, ...texts])];
}

function around(value: Value, literals: readonly Literal[]): Value[] {
  if (typeof value === 'number')
    return literals.flatMap((each) => (typeof each === 'number' ? [each, each + 1, each - 1, -each] : []));
  if (typeof value === 'string')
    return literals.flatMap((each) =>
      typeof each === 'number' || each === ''
        ? ['']
        : [each, value + each, each + value, value.split(each).join('')].filter((text) => text !== value),
    );
  if (Array.isArray(value)) return value.length === 0 ? [] : [[], ...inside(value, literals)];
  if (value === null || typeof value !== 'object' || '$' in value) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    around(inner, literals)
      .slice(0, 4)
      .map((near) => ({ ...value, [key]: near })),
  );
}

const inside = (list: readonly Value[], literals: readonly Literal[]): Value[][] =>
  around(list[0] ?? null, literals)
    .slice(0, 4)
    .map((near) => [near, ...list.slice(1)]);
