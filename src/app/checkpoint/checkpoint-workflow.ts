import type { Workflow } from '../workflow.ts';

/** A job of shell steps; `assay checkpoint run` is the better way to continue it, since it also reads the file. */
export const checkpointWorkflow: Workflow = {
  name: 'checkpoint',
  async runtime(runs, _run, input) {
    const { checkpointEngine } = await import('#tools/checkpoint/engine.ts');
    const { CheckpointedJob } = await import('#tools/checkpoint/record.ts');
    const { maxParallel } = CheckpointedJob.parse(input);
    const { driver, graphs, idle } = checkpointEngine({ ...runs, env: process.env }, maxParallel);
    return { deps: driver, graphs, close: idle };
  },
  async graph(runs, env) {
    const { checkpointEngine } = await import('#tools/checkpoint/engine.ts');
    const { CHECKPOINT } = await import('#tools/checkpoint/graph.ts');
    return checkpointEngine({ ...runs, env }, 1).graphs.get(CHECKPOINT);
  },
};
