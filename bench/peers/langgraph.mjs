// LangGraph.js, durability "sync": it saves a task's writes, then a checkpoint after every superstep.
import { join } from 'node:path';
import { Annotation, END, entrypoint, MemorySaver, Send, START, StateGraph, task } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { commitsInWal, readFlags, SYNCHRONOUS, timeAndReport, versionOf, warmUp } from './shape.mjs';

const FORMS = {
  graph: { build: distinctNodes, note: 'one graph node per node' },
  loop: { build: oneNodeAgain, note: 'one node re-entered, fan-out by Send' },
  tasks: { build: functionalTasks, note: 'functional API: entrypoint and task; one checkpoint, at the end' },
};

const flags = readFlags();
const form = flags.form ?? 'graph';
if (!(form in FORMS)) throw new Error(`--form is one of ${Object.keys(FORMS)}, not "${form}"`);
const saver = flags.sync === 'memory' ? inMemory() : inSqlite();
await FORMS[form].build(warmUp(flags), saver.checkpointer)('warm-up');
const run = FORMS[form].build(flags, saver.checkpointer);
await timeAndReport({
  peer: flags.sync === 'memory' ? 'LangGraph.js (memory saver)' : 'LangGraph.js',
  version: versionOf('@langchain/langgraph'),
  flags,
  form,
  run: () => run('measured'),
  durability: saver.durability,
  commits: saver.commits,
  note: FORMS[form].note,
});

function inMemory() {
  return { checkpointer: new MemorySaver(), durability: () => 'none: memory', commits: undefined };
}

function inSqlite() {
  const file = join(flags.dir, 'langgraph.db');
  const checkpointer = SqliteSaver.fromConnString(file);
  checkpointer.setup();
  checkpointer.db.pragma(`synchronous=${flags.sync}`);
  if (flags.countCommits) checkpointer.db.pragma('wal_autocheckpoint=0');
  const pragma = (name) => checkpointer.db.pragma(name, { simple: true });
  return {
    checkpointer,
    durability: () => `${pragma('journal_mode').toUpperCase()} synchronous=${SYNCHRONOUS[pragma('synchronous')]}`,
    commits: () => commitsInWal(`${file}-wal`),
  };
}

function distinctNodes({ layers, width }, checkpointer) {
  const graph = new StateGraph(Counter());
  const name = (layer, column) => `n${layer}_${column}`;
  for (let layer = 0; layer < layers; layer += 1) {
    for (let column = 0; column < width; column += 1) {
      graph.addNode(name(layer, column), () => ({ count: 1 }));
      // A superstep waits for the whole layer, so an edge down each column is the cheapest true layering it has.
      graph.addEdge(layer === 0 ? START : name(layer - 1, column), name(layer, column));
      if (layer === layers - 1) graph.addEdge(name(layer, column), END);
    }
  }
  return invoker(graph.compile({ checkpointer }), layers);
}

function oneNodeAgain({ layers, width }, checkpointer) {
  const graph = new StateGraph(Counter()).addNode('work', () => ({ count: 1 }));
  if (width === 1) {
    graph.addEdge(START, 'work').addConditionalEdges('work', (state) => (state.count < layers ? 'work' : END));
    return invoker(graph.compile({ checkpointer }), layers);
  }
  const fanOut = () => Array.from({ length: width }, (_, column) => new Send('work', { column }));
  graph.addNode('layer', () => ({}));
  graph.addEdge(START, 'layer').addEdge('work', 'layer');
  graph.addConditionalEdges('layer', (state) => (state.count < layers * width ? fanOut() : END));
  return invoker(graph.compile({ checkpointer }), layers * 2 + 1);
}

function functionalTasks({ layers, width }, checkpointer) {
  const increment = task('increment', async () => 1);
  const flow = entrypoint({ name: 'flow', checkpointer }, async () => {
    let count = 0;
    for (let layer = 0; layer < layers; layer += 1) {
      const done = await Promise.all(Array.from({ length: width }, () => increment()));
      count += done.reduce((sum, one) => sum + one, 0);
    }
    return { count };
  });
  return invoker(flow, layers);
}

function Counter() {
  return Annotation.Root({ count: Annotation({ reducer: (sum, more) => sum + more, default: () => 0 }) });
}

function invoker(graph, supersteps) {
  return async (thread) => {
    const config = { configurable: { thread_id: thread }, recursionLimit: supersteps + 10, durability: 'sync' };
    return (await graph.invoke({ count: 0 }, config)).count;
  };
}
