import type { TreeHash } from '#contracts/ids.ts';
import type { TestLock } from '../test-lock.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import type { RedJudgement } from './judge-red.ts';

type Locked = TestLock['tests'][number];

/** The tests of a RED step, in a form that finds them again at GREEN. */
export function lockOf(
  tree: TreeHash,
  { tests, told, unloaded }: Pick<RedJudgement, 'tests' | 'told' | 'unloaded'>,
  runners: readonly ProjectRunner[],
): TestLock | null {
  const ofFile = (file: string): Pick<Locked, 'runner' | 'root'> => {
    const found = runners.find((runner) => runner.isTestFile(file)) ?? runners[0];
    return { runner: found?.runner ?? '', root: found?.root ?? '.' };
  };
  const locked: Locked[] = [
    ...tests.map(({ file, path, runner }) => ({
      ...{ id: [file, ...path].join(' > '), runner: runner.runner, root: runner.root, file, by: 'text' as const },
      ...{ suites: path.slice(0, -1), title: path.at(-1) ?? '' },
    })),
    ...told.map(({ id, file, suites, title }) => ({ ...ofFile(file), id, file, suites, title, by: 'report' as const })),
    ...unloaded.map((file) => ({ ...ofFile(file), id: file, file, suites: [], title: file, by: 'file' as const })),
  ];
  return locked.length === 0 ? null : { tree, tests: locked };
}
