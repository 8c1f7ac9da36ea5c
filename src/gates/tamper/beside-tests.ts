import { posix } from 'node:path';
import type { ProjectRunner } from '../tree-runner.ts';
import { protectionOf } from './protected-paths.ts';
import { SINCE_ACCEPTED } from './words.ts';

/** Test files, and the files next to them that support them. */
export const isBesideTests =
  (runners: readonly ProjectRunner[]) =>
  (path: string): boolean => {
    const protection = protectionOf(path);
    return (
      runners.some((runner) => runner.isTestFile(path)) ||
      posix.basename(path) === 'conftest.py' ||
      (protection !== null && SINCE_ACCEPTED.has(protection))
    );
  };
