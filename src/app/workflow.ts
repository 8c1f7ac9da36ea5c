import type { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Graph } from '#engine/graph/graph.ts';
import type { Runs } from '#engine/runs.ts';
import type { RunRuntime, RunRuntimeOptions } from './runtime-types.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** All that the command line and the server know about a workflow. A new one is a line in `workflows.ts`. */
export interface Workflow {
  /** The name of its graph, by which its runs are known. */
  readonly name: string;
  /** What it takes to go on with a run of it that was started with this input. */
  runtime(runs: Runs, run: RunId, input: Json, options: RunRuntimeOptions): Promise<RunRuntime>;
  /** Its shape and schemas, for drawing it and for checking answers: nothing of it is performed. */
  graph(runs: Runs, env: Env): Promise<Graph | undefined>;
  /** Agents with a shell work by its verdicts: only a person answers or deletes its runs. */
  readonly personOnly?: boolean;
}

// The type says what a graph takes; for its picture that does not matter.
export const plainGraph = (graph: unknown): Graph => graph as Graph;

export const onlyLookedAt = (): Promise<never> => Promise.reject(new Error('this graph is only looked at'));
