import { z } from 'zod';
import { graphKit } from '#engine/graph/kit.ts';
import { collect } from '#engine/graph/ports.ts';
import { own } from '#host/own.ts';
import { CheckpointedJob, StepResult, StepTask } from './record.ts';
import { runStep } from './run-step.ts';
import type { CheckpointStepDeps } from './step-deps.ts';

export const CHECKPOINT = 'checkpoint';
/** The steps' work type for the scheduler; its limit is the job's `max_parallel`. */
export const STEP_TYPE = 'checkpoint-step';
/** Asked when a step may have had its effect already, and only a person can know. */
export const AGAIN_SIGNAL = 'run_again';

/** A job of shell steps as a run: each step a task named by its id, waiting for those before it. */
export function checkpointGraph(world: CheckpointStepDeps) {
  const k = graphKit({
    name: CHECKPOINT,
    version: 1,
    ports: { begin: CheckpointedJob, step: StepTask, finish: collect(StepResult) },
    signals: { [AGAIN_SIGNAL]: z.string().regex(/^(again|done)( \d+)?$/, 'the answer is "again" or "done"') },
    output: z.object({ steps: z.array(StepResult) }),
  });
  return k.build('begin', {
    begin: k.logic('begin', {
      pure: true,
      to: ['step', 'finish'],
      run: ({ steps, folder, known }, ctx) =>
        ctx.fork(
          steps.map((step) =>
            ctx.to('step', { step, folder, known: own(known, step.id) ?? null }, { name: step.id, after: step.after }),
          ),
          { collect: 'finish' },
        ),
    }),
    step: k.logic('step', {
      to: ['finish'],
      type: STEP_TYPE,
      // A failed step leaves the run open: others continue, and running the job again retries it.
      onFailure: 'ask',
      run: async (task, ctx) => {
        const { run, signal, effect, say } = ctx;
        const answer = ctx.answer(AGAIN_SIGNAL);
        const before = Object.values(ctx.parents).map((result) => StepResult.parse(result));
        const end = await runStep(task, { run, signal, task: ctx.task, before, answer, effect, say }, world);
        if (end.type === 'ask') return ctx.ask(AGAIN_SIGNAL, { ...end.question });
        return ctx.goto('finish', end.result);
      },
    }),
    finish: k.join('finish', { to: [], pure: true, run: (steps, ctx) => ctx.exit({ steps: [...steps] }) }),
  });
}
