import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';
import { leftOut } from './test/slow-suites.ts';

/** `vitest run test/web`: what is named on the command line is run, however long it takes. */
const filters = process.argv
  .slice(2)
  .filter((word) => /^[\w.][\w./-]*$/.test(word) && word !== 'run' && word !== 'list');

const left = [...configDefaults.exclude, ...leftOut(filters, process.env.ASSAY_SLOW === '1')];

/**
 * Tests that leave drivers, agents or servers behind on purpose (a lease that was taken over, a process that was killed):
 * what those do later belongs to no other file, so each has a process of its own, which ends with it.
 */
const DRIVING = [
  'engine/drive',
  'engine/executors',
  'agents/native',
  'agents/acp',
  'agents/claude',
  'agents/codex',
  'attempts',
  'sessions',
  'workflows/hybrid-tdd',
  'workflows/gated-pr',
  'app/gated-pr',
  'app/hybrid-tdd',
  'app/mcp',
  'app/research',
  'app/server',
  'app/doctor',
].map((folder) => `src/${folder}/**/*.test.ts`);

const common = {
  extends: true as const,
  test: {
    // Real processes, databases and servers on a shared two-core machine: generous limits, no wall-clock asserts.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which it would be by default, is little where eight browsers share two cores.
    expect: { poll: { timeout: 60_000 } },
    // Programs of ours that tests start are compiled once, not each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/assay-compiled') },
  },
};

export default defineConfig({
  test: {
    exclude: left,
    // Tests wait for processes they started: two workers more than there are cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
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
          exclude: [...left, ...DRIVING],
          // No module keeps state and no test changes a global for good: a process a file would only load it all again.
          isolate: false,
        },
      },
      { ...common, test: { ...common.test, name: 'driving', include: DRIVING } },
      { ...common, test: { ...common.test, name: 'whole', include: ['test/**/*.test.ts'] } },
    ],
  },
});
