import { nearest } from './nearest.ts';
import type { JobStep } from './steps.ts';

/** What is wrong with a steps file, and where in it. */
export interface StepsProblem {
  readonly path: readonly (string | number)[];
  readonly seen: string;
}

/** Duplicate ids, missing prerequisites, steps that wait for each other. */
export function orderProblems(steps: readonly Pick<JobStep, 'id' | 'after'>[]): StepsProblem[] {
  const ids = steps.map(({ id }) => id);
  const problems: StepsProblem[] = [];
  steps.forEach(({ id, after }, index) => {
    const first = ids.indexOf(id);
    if (first < index) problems.push({ path: ['steps', index, 'id'], seen: `step ${first + 1} is called "${id}" too` });
    after.forEach((wanted, at) => {
      const path = ['steps', index, 'after', at];
      if (wanted === id) problems.push({ path, seen: `"${id}" cannot come after itself` });
      else if (!ids.includes(wanted))
        problems.push({ path, seen: `there is no step "${wanted}"${nearest(wanted, ids)}` });
    });
  });
  return [...problems, ...circles(steps)];
}

function circles(steps: readonly Pick<JobStep, 'id' | 'after'>[]): StepsProblem[] {
  const problems: StepsProblem[] = [];
  const open = new Map(steps.map(({ id, after }) => [id, after.filter((wanted) => wanted !== id)]));
  for (;;) {
    peel(open);
    const [start] = open.keys();
    if (start === undefined) return problems;
    const circle = circleFrom(start, open);
    const index = steps.findIndex(({ id }) => id === circle[0]);
    const shown = [...circle, circle[0]].join(' → ');
    problems.push({ path: ['steps', index, 'after'], seen: `these steps wait for each other: ${shown}` });
    for (const id of circle) open.delete(id);
  }
}

/** Removes every step that could run, until only cycles and what waits for them are left. */
function peel(open: Map<string, readonly string[]>): void {
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [id, after] of open) if (!after.some((wanted) => open.has(wanted))) open.delete(id);
  }
}

/** Follows the prerequisites; among the remaining steps, that leads in a circle. */
function circleFrom(start: string, open: ReadonlyMap<string, readonly string[]>): string[] {
  const seen: string[] = [];
  let at = start;
  while (!seen.includes(at)) {
    seen.push(at);
    at = open.get(at)?.find((wanted) => open.has(wanted)) ?? at;
  }
  return seen.slice(seen.indexOf(at));
}
