import { nearestOf } from '../runners/nearest-of.ts';
import type { ProjectRunner } from '../tree-runner.ts';

/**
 * Whether some of the project's runners run a test file. Results of an earlier, larger run for other files say nothing
 * about a run that did not include them. Pure.
 */
export function askedFiles(all: readonly ProjectRunner[], part: readonly ProjectRunner[]): (file: string) => boolean {
  return (file) => {
    const known = all.filter((runner) => runner.isTestFile(file));
    const nearest = nearestOf(all, file);
    const owners = known.length > 0 ? known : nearest === null ? [] : [nearest];
    if (owners.length === 0) return true;
    return owners.some((owner) =>
      part.some(
        (each) =>
          each.runner === owner.runner && each.root === owner.root && (known.length === 0 || each.isTestFile(file)),
      ),
    );
  };
}
