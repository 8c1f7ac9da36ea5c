// Drives the first-run example as `assay demo first-run` does, with a model that takes very long to answer: the run stays
// in its first step until it is steered or its process is ended, however slow the machine is.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { drive, reportDrive } from '#app/cli/drive.ts';
import { screenOn } from '#app/cli/screen.ts';
import { loadExample } from '#app/examples.ts';
import { withRuns } from '#app/open-runs.ts';
import { exampleRuntime } from '#app/runtime.ts';
import { startRun } from '#engine/drive/runs.ts';

const screen = screenOn(process);
process.exitCode = await withRuns(process.env, async (runs) => {
  const example = await loadExample('first-run');
  const input = example.input(await mkdtemp(join(runs.home.root, 'shop-')), false);
  const runtime = await exampleRuntime(runs, example, input, { timeScale: 1_000 });
  try {
    const driven = await drive(screen, runs, { json: false }, (listener) =>
      startRun(runtime.deps, example.graph, { input, title: example.title, simulated: true, listener }),
    );
    return reportDrive(screen, driven, false);
  } finally {
    await runtime.close();
  }
});
