import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The real clients, only where they were installed for it: see scripts/clients.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/clients/**/*.client.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // They are big programs, and no test measures their time.
    maxWorkers: 1,
  },
});
