/**
 * The process that gets killed: `node driver.ts ROOT [POINT:NTH]` runs ROOT/job/STEPS.yaml with its log in ROOT, and
 * kills itself with SIGKILL at the n-th passing of a named point of the engine.
 */
import { join } from 'node:path';
import { WorkerId } from '#contracts/ids.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { runSteps } from '../run.ts';

const [root = '.', crash] = process.argv.slice(2);
const [point, nth = '1'] = crash?.split(':') ?? [];
let passed = 0;
const store = new SqliteStore({ file: join(root, 'runs.db') });
const outcome = await runSteps(
  {
    store,
    blobs: fileBlobs(join(root, 'blobs')),
    clock: systemClock,
    worker: WorkerId.parse(`driver-${process.pid}`),
    isGone: () => true,
    env: { PATH: process.env.PATH },
    retryDelayMs: 1,
    atPoint: (name) => {
      if (name !== point) return;
      passed += 1;
      if (passed === Number(nth)) process.kill(process.pid, 'SIGKILL');
    },
  },
  { file: 'STEPS.yaml', cwd: join(root, 'job') },
);
await store.close();
process.stdout.write(`${outcome.status}\n`);
