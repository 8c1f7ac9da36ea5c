import { z } from 'zod';
import { GATED_PR } from '#contracts/workflow-names.ts';
import type { Workflow } from '../workflow.ts';

const Finished = z.object({ finished: z.array(z.object({ title: z.string(), merge: z.string() })) });
/** A node's input has them in its state, the result of the run beside it. */
const Told = z.union([Finished, z.object({ state: Finished }).transform(({ state }) => state)]);

export const gatedPrWorkflow: Workflow = {
  name: GATED_PR,
  personOnly: true,
  chapters: [
    {
      title: 'Plan',
      steps: {
        begin: 'Plan read',
        attempt: 'Agent',
        act: 'Gate',
        blind: 'Blind tests',
        review: 'Review',
        wait: 'Waiting',
        halt: 'A person',
      },
    },
  ],
  merged(payload) {
    const told = Told.safeParse(payload);
    return told.success ? told.data.finished.map(({ title, merge }) => ({ title, commit: merge })) : [];
  },
  demo: {
    about: 'a plan of two PRs',
    play: async (cli, options) => (await import('../cli/commands/demo-gated-pr.ts')).demoGatedPr(cli, options),
  },
  async runtime(runs, run, input, options) {
    const { Begin } = await import('#workflows/gated-pr/graph.ts');
    const { gatedPrRuntime } = await import('./runtime.ts');
    return gatedPrRuntime(runs, Begin.parse(input), process.env, { ...options, run });
  },
  graph: async () => (await import('./drawn-graph.ts')).drawnGatedPr(),
  follow: async () => (await import('../cli/live/follow-plan.ts')).followPlan,
};
