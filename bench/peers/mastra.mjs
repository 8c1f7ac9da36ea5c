// Mastra workflows on a libsql file: its default engine writes the run's whole snapshot as every step starts and ends.
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { noopLogger } from '@mastra/core/logger';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';
import { commitsInWal, readFlags, SYNCHRONOUS, timeAndReport, versionOf, warmUp } from './shape.mjs';

const FORMS = {
  graph: { build: distinctSteps, note: 'one step per node: .then() or .parallel()' },
  loop: { build: loopedStep, note: 'one step (or one nested layer) repeated by .dountil()' },
};
const Count = z.object({ count: z.number() });

const flags = readFlags();
const form = flags.form ?? 'graph';
if (!(form in FORMS)) throw new Error(`--form is one of ${Object.keys(FORMS)}, not "${form}"`);
const file = join(flags.dir, 'mastra.db');
const storage = new LibSQLStore({ id: 'bench', url: `file:${file}` });
const warm = FORMS[form].build('warm-up', warmUp(flags));
const measured = FORMS[form].build('measured', flags);
const mastra = new Mastra({ storage, logger: noopLogger, workflows: { warm, measured } });
await storage.init();
await counted('warm');
// The store asks for NORMAL by itself, late: so this comes after its first run. The pool reuses this one connection.
await storage.client.execute(`PRAGMA synchronous=${flags.sync}`);
if (flags.countCommits) await storage.client.execute('PRAGMA wal_autocheckpoint=0');
await timeAndReport({
  peer: 'Mastra',
  version: versionOf('@mastra/core'),
  flags,
  form,
  run: () => counted('measured'),
  durability,
  commits: () => commitsInWal(`${file}-wal`),
  note: FORMS[form].note,
});
process.exit(0); // its background timers keep the process alive

async function counted(name) {
  const run = await mastra.getWorkflow(name).createRun();
  const outcome = await run.start({ inputData: { count: 0 } });
  if (outcome.status !== 'success') throw new Error(`Mastra ended ${outcome.status}: ${outcome.error}`);
  return outcome.result.count;
}

async function durability() {
  const pragma = async (name) => Object.values((await storage.client.execute(`PRAGMA ${name}`)).rows[0])[0];
  return `${(await pragma('journal_mode')).toUpperCase()} synchronous=${SYNCHRONOUS[await pragma('synchronous')]}`;
}

function distinctSteps(id, { layers, width }) {
  let flow = createWorkflow({ id, inputSchema: Count, outputSchema: Count });
  for (let layer = 0; layer < layers; layer += 1) {
    flow = width === 1 ? flow.then(increment(`n${layer}`)) : inParallel(flow, `n${layer}_`, width);
  }
  return flow.commit();
}

function loopedStep(id, { layers, width }) {
  const body = width === 1 ? increment(`${id}-n`) : layerWorkflow(`${id}-layer`, width);
  return createWorkflow({ id, inputSchema: Count, outputSchema: Count })
    .dountil(body, async ({ inputData }) => inputData.count >= layers * width)
    .commit();
}

function layerWorkflow(id, width) {
  return inParallel(createWorkflow({ id, inputSchema: Count, outputSchema: Count }), `${id}-n`, width).commit();
}

/** Every column adds one to what the layer was given; the map between layers joins them. */
function inParallel(flow, prefix, width) {
  const steps = Array.from({ length: width }, (_, column) => increment(`${prefix}${column}`));
  return flow.parallel(steps).map(async ({ inputData }) => {
    const [first] = Object.values(inputData);
    return { count: first.count - 1 + Object.keys(inputData).length };
  });
}

function increment(id) {
  return createStep({
    id,
    inputSchema: Count,
    outputSchema: Count,
    execute: async ({ inputData }) => ({ count: inputData.count + 1 }),
  });
}
