import type { ProjectRunner } from '../tree-runner.ts';

/** Up to this many are all tried. */
const FEW = 6;

/**
 * The runners to try `first` to find out whether a monorepo can be measured: one of each kind, packages before examples,
 * documentation and the like. The `rest` is for callers that need more. Pure.
 */
export function someOfEachKind(runners: readonly ProjectRunner[]): {
  readonly first: readonly ProjectRunner[];
  readonly rest: readonly ProjectRunner[];
} {
  if (runners.length <= FEW) return { first: runners, rest: [] };
  const sorted = [...runners.filter((each) => !isAround(each)), ...runners.filter(isAround)];
  const kinds = new Map<string, ProjectRunner>();
  for (const each of sorted) if (!kinds.has(kindOf(each))) kinds.set(kindOf(each), each);
  const first = [...kinds.values()].slice(0, FEW);
  for (const each of sorted) if (first.length < LEAST && !first.includes(each)) first.push(each);
  return { first, rest: sorted.filter((each) => !first.includes(each)) };
}

const LEAST = 3;

const kindOf = ({ runner, start, setup }: ProjectRunner): string =>
  JSON.stringify([runner, start?.options ?? [], start?.nodeOptions ?? [], setup ?? '']);

const isAround = ({ root }: ProjectRunner): boolean =>
  /(^|[/-])(examples?|experimental|e2e|docs?|website|sites?|playgrounds?|templates?|bench(marks?)?|integration)([/-]|$)/.test(
    root,
  );
