import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './test/slow-suites.ts';

/** `vitest run test/web`: what is named on the command line is run, however long it takes. */
const filters = process.argv
  .slice(2)
  .filter((word) => /^[\w.][\w./-]*$/.test(word) && word !== 'run' && word !== 'list');

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...leftOut(filters, process.env.ASSAY_SLOW === '1')],
    include: [
      'src/**/*.test.ts',
      'sim/**/*.test.ts',
      'web/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/lib/**/*.test.ts',
    ],
    // Real processes, databases and servers on a shared two-core machine: generous limits, no wall-clock asserts.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
