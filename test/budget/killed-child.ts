import { RunId } from '#contracts/ids.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { rig } from '#engine/testing/rig.ts';
import { atOnce, nativeAgentsIn } from './spenders.ts';

// Works on the run until it is killed.
const [file = '', run = '', url = ''] = process.argv.slice(2);
const graph = atOnce(5);
const store = new SqliteStore({ file });
const r = rig([graph], { store, attemptRunner: nativeAgentsIn(url, import.meta.dirname), worker: 'child' });
const handle = await r.start(graph, null, { budget: { usd: 1 }, run: RunId.parse(run) });
await handle.done;
