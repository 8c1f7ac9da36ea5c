import type { ProjectRunner } from '../tree-runner.ts';

/** The runner whose folder is the closest one above a path: a crate or a module may be inside another. */
export function nearestOf(runners: readonly ProjectRunner[], path: string): ProjectRunner | null {
  const holding = runners.filter(({ root }) => root === '.' || path.startsWith(`${root}/`));
  return holding.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? null;
}

export const depthOf = ({ root }: ProjectRunner): number => (root === '.' ? 0 : root.split('/').length);
