import { mkdir } from 'node:fs/promises';
import { openModel } from '#agents/models/open-model.ts';
import { stepModel } from '#agents/models/step.ts';
import { nativeBackend } from '#agents/native/backend.ts';
import { recordedAttemptRunner } from '#attempts/transcripts/transcripts.ts';
import type { AttemptEnv, AttemptRunner } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { driverDeps } from '#engine/drive/driver-deps.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { fromLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { redactor } from '#host/redact.ts';
import { startSim } from '#sim/server.ts';
import { type Example, loadExamples } from './examples.ts';
import type { RunRuntime, RunRuntimeOptions } from './runtime-types.ts';
import { WORKFLOWS, workflowNamed } from './workflows.ts';

/** For an existing run. A simulated run gets its simulator back, with the same script. */
export async function runtimeFor(
  runs: Runs,
  run: RunId,
  options: RunRuntimeOptions = {},
  workflows = WORKFLOWS,
): Promise<RunRuntime> {
  const examples = await loadExamples();
  for await (const event of runs.store.read(run)) {
    if (event.type !== 'run.created') break;
    const { graph, input } = event.data;
    const workflow = workflowNamed(graph.name, workflows);
    const begun = await fromLog(input, EMPTY, runs.blobs);
    if (workflow) return workflow.runtime(runs, run, begun, options);
    const example = examples.find((each) => each.graph.ref.name === graph.name);
    if (!example) throw unknownGraph(run, graph.name, [...workflows.map(({ name }) => name), ...examples.map(nameOf)]);
    return exampleRuntime(runs, example, begun, options);
  }
  throw new AssayError('EVENT_INVALID', `the log of run ${run} does not begin with its creation`);
}

/** For one run of an example, with this input. */
export async function exampleRuntime(
  runs: Runs,
  example: Example,
  input: Json,
  { timeScale = 1 }: RunRuntimeOptions,
): Promise<RunRuntime> {
  const folder = example.folderOf(input);
  await mkdir(folder, { recursive: true });
  const sim = await startSim({ scenario: example.scenario, timeScale });
  const backend = nativeBackend({ model: () => simulatedModel(sim.url), simulated: true });
  const place: AttemptEnv = {
    folder,
    tools: example.tools,
    permit: async () => ({ type: 'allow', by: 'mode' }),
    keep: (bytes) => runs.blobs.put(bytes),
  };
  const plain: AttemptRunner = (task, signal, allowance) =>
    backend.attempt(task, { ...place, ...(allowance && { allowance }) }, signal);
  const attemptRunner = recordedAttemptRunner(plain, runs.home, redactor({}, process.env), () => runs.clock.now());
  const graphs = graphRegistry([example.graph]);
  return { deps: driverDeps(runs, graphs, attemptRunner), graphs, close: () => sim.close() };
}

/** A server on this machine, at no cost; its name says what it is. */
const simulatedModel = (url: string) => {
  const sim = { baseUrl: `${url}/v1`, structuredOutput: true, namesModel: true, local: true };
  return stepModel(openModel('sim:scripted', { endpoints: { sim } }, {}), { retry: { maxCalls: 3 } });
};

const nameOf = ({ graph }: Example): string => graph.ref.name;

const unknownGraph = (run: RunId, name: string, known: readonly string[]): AssayError =>
  new AssayError('GRAPH_UNKNOWN', `run ${run} is of the workflow ${name}, which this Assay does not have`, {
    next: `It has: ${known.join(', ')}. Resume it in the version of Assay that started it.`,
  });
