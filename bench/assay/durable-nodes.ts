/** Assay's side of the durable-nodes benchmark: the same flags and the same printed line as the peers. */
import { readFileSync } from 'node:fs';
import { startRun } from '../../src/engine/drive/runs.ts';
import { shapedGraph } from '../../src/engine/testing/shaped-graph.ts';
import { readFlags, timeAndReport, warmUp } from '../peers/shape.mjs';
import { benchEngine, pragmasOf } from './engine.ts';

const flags = readFlags();
const pure = flags.form === 'pure';
const sync = flags.sync === 'full' ? 'FULL' : 'NORMAL';
const shapes = { warm: warmUp(flags), timed: flags };
const graphs = {
  warm: shapedGraph({ ...shapes.warm, name: 'warm', pure }),
  timed: shapedGraph({ ...shapes.timed, name: 'timed', pure }),
};
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { deps, store } = benchEngine(flags.dir, Object.values(graphs), { sync });

const run = async (which: 'warm' | 'timed'): Promise<number> => {
  const handle = await startRun(deps, graphs[which], { input: { count: 0 }, title: which });
  const result = await handle.done;
  if (result.status !== 'completed') throw new Error(JSON.stringify(result));
  return Number(result.output);
};

await run('warm');
await timeAndReport({
  peer: 'Assay',
  version,
  flags,
  form: flags.form ?? 'strict',
  run: () => run('timed'),
  durability: () => pragmasOf(store),
  commits: undefined,
  note: pure
    ? 'nodes declared pure: up to 256 events share a commit, effects wait for it'
    : 'every node durable before the next one starts',
});
await store.close();
