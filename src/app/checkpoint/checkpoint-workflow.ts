import { checkpointEngine } from '#tools/checkpoint/engine.ts';
import { CHECKPOINT } from '#tools/checkpoint/graph.ts';
import { CheckpointedJob } from '#tools/checkpoint/record.ts';
import type { Workflow } from '../workflow.ts';

/** A job of shell steps; `assay checkpoint run` is the better way to go on, since it also looks at the file. */
export const checkpointWorkflow: Workflow = {
  name: CHECKPOINT,
  async runtime(runs, _run, input) {
    const { driver, graphs, idle } = checkpointEngine(
      { ...runs, env: process.env },
      CheckpointedJob.parse(input).maxParallel,
    );
    return { deps: driver, graphs, close: idle };
  },
  graph: async (runs, env) => checkpointEngine({ ...runs, env }, 1).graphs.get(CHECKPOINT),
};
