import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take longest, however short they are: most only name what a suite is to be run with. */
const LONGEST = ['cheats', 'hybrid-tdd', 'gated-pr', 'judging', 'chat', 'cli', 'peeks'];
const PROJECTS = ['whole', 'driving', 'rooms'];

/**
 * Long files first: vitest begins with the largest of the project that comes first by name, and would be left at the end
 * with one long file on one core.
 */
export class LongFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specs);
    return sorted.toSorted((a, b) => rank(a.project.name, a.moduleId) - rank(b.project.name, b.moduleId));
  }
}

/** The smaller, the sooner. */
export function rank(project: string, path: string): number {
  const isLong = LONGEST.some((folder) => path.includes(`/test/${folder}/`));
  return isLong ? 0 : 1 + PROJECTS.indexOf(project);
}
