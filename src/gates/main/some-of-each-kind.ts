import type { ProjectRunner } from '../tree-runner.ts';

/** As few as this are all tried. */
const FEW = 6;

/**
 * Of a monorepo's runners those that tell whether it can be measured: one of each kind, the packages before what is
 * around them. The rest follow for anyone who needs more. Pure.
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
