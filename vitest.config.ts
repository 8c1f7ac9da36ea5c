import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './test/slow-suites.ts';

/** `vitest run test/web`: what is named on the command line is run, however long it takes. */
const filters = process.argv
  .slice(2)
  .filter((word) => /^[\w.][\w./-]*$/.test(word) && word !== 'run' && word !== 'list');

const common = {
  extends: true as const,
  // Real processes, databases and servers on a shared two-core machine: generous limits, no wall-clock asserts.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
};

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...leftOut(filters, process.env.ASSAY_SLOW === '1')],
    // Tests wait for processes they started: one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...common,
        test: {
          ...common.test,
          name: 'rooms',
          include: [
            'src/**/*.test.ts',
            'sim/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/lib/**/*.test.ts',
          ],
          // No module keeps state and no test changes a global for good: a process a file would only load it all again.
          isolate: false,
        },
      },
      { ...common, test: { ...common.test, name: 'whole', include: ['test/**/*.test.ts'] } },
    ],
  },
});
