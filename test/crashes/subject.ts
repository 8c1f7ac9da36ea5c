/**
 * The process that gets killed. `node subject.ts FOLDER [POINT:NTH]` starts the run in FOLDER, or resumes it when it is
 * there already; kills itself with SIGKILL at the n-th passing of a named point. Prints every acknowledged event.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RunId, WorkerId } from '#contracts/ids.ts';
import { resultOf } from '#engine/drive/result-of.ts';
import { resumeRun, startRun, stateOf } from '#engine/drive/runs.ts';
import type { DriveListener, DriveResult, DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { digestOf } from './digest.ts';
import { crashGraph, Ledger } from './graph.ts';

const [folder = '.', crash] = process.argv.slice(2);
const [point, nth = '1'] = crash?.split(':') ?? [];
const run = RunId.parse('the-run');

// Straight to the descriptor: a line that is out before the kill is a promise the log must keep.
const say = (line: string): void => void writeSync(1, `${line}\n`);

mkdirSync(join(folder, 'ledger'), { recursive: true });
const graph = crashGraph(new Ledger(join(folder, 'ledger')));
const graphs = graphRegistry([graph as unknown as Graph]);
const store = new SqliteStore({ file: join(folder, 'runs.db') });
let passed = 0;
const deps: DriverDeps = {
  store,
  blobs: fileBlobs(join(folder, 'blobs')),
  executor: inProcessExecutor({ graphs, clock: systemClock }),
  scheduler: new FairScheduler({ clock: systemClock }),
  clock: systemClock,
  worker: WorkerId.parse(`pid-${process.pid}`),
  // Whoever held the run before was this suite's last victim.
  isGone: () => true,
  atPoint: (name) => {
    if (name !== point) return;
    passed += 1;
    if (passed === Number(nth)) {
      say(`killed ${name}`);
      process.kill(process.pid, 'SIGKILL');
    }
  },
};
const listener: DriveListener = {
  onEvents: (events) => {
    for (const event of events) say(`ack ${event.seq} ${digestOf(event)}`);
  },
};

const result = await outcome();
await store.close();
say(`result ${JSON.stringify(result)}`);

/** Starts, resumes, or only reads: whichever the log in the folder asks for. */
async function outcome(): Promise<DriveResult> {
  const header = await store.header(run);
  if (!header) return (await startRun(deps, graph, { run, title: 'to be killed', input: 6, listener })).done;
  if (header.status === 'running') return (await resumeRun(deps, graphs, run, { listener })).done;
  return resultOf(await stateOf(deps, run), deps.blobs);
}
