/**
 * A shape that notes every node it runs, to be killed with -9 and started again in the same folder.
 * `node killed.ts --shape … --form … --dir DIR`; prints `at NODE` for each node, then `done COUNT`.
 */
import { writeSync } from 'node:fs';
import { RunId } from '../../src/contracts/ids.ts';
import { resumeRun, startRun } from '../../src/engine/drive/runs.ts';
import { shapedGraph } from '../../src/engine/testing/shaped-graph.ts';
import { readFlags } from '../peers/shape.mjs';
import { benchEngine } from './engine.ts';

const flags = readFlags();
// Straight to the descriptor, so that a node that ran before the kill is counted.
const touch = (node: string): void => void writeSync(1, `at ${node}\n`);
const graph = shapedGraph({ ...flags, name: 'killed', pure: flags.form === 'pure', touch });
const { deps, store, graphs } = benchEngine(flags.dir, [graph]);
const run = RunId.parse('killed');
const begun = (await store.header(run)) !== null;
const handle = begun
  ? await resumeRun(deps, graphs, run)
  : await startRun(deps, graph, { run, input: { count: 0 }, title: 'killed' });
const result = await handle.done;
await store.close();
writeSync(1, `done ${result.status === 'completed' ? result.output : JSON.stringify(result)}\n`);
