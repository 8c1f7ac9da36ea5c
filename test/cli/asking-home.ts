import { join } from 'node:path';
import { expect } from 'vitest';
import { loadExample } from '#app/examples.ts';
import { withRuns } from '#app/open-runs.ts';
import { exampleRuntime } from '#app/runtime.ts';
import type { RunId } from '#contracts/ids.ts';
import { startRun } from '#engine/drive/runs.ts';
import { type PreparedHome, preparedHome } from './prepared-home.ts';

/** A run of the demo that has asked its question and has no driver: made once a file, copied for each test. */
export const askingHome = (): (() => Promise<PreparedHome<RunId>>) =>
  preparedHome((home) =>
    withRuns({ ASSAY_HOME: home.root }, async (runs) => {
      const example = await loadExample('first-run');
      const input = example.input(join(home.root, 'shop'), true);
      const runtime = await exampleRuntime(runs, example, input, { timeScale: 0 });
      const handle = await startRun(runtime.deps, example.graph, { input, title: 'asks', simulated: true });
      expect(await handle.done).toMatchObject({ status: 'waiting', questions: [{ signal: 'ship' }] });
      await runtime.close();
      return handle.run;
    }),
  );
