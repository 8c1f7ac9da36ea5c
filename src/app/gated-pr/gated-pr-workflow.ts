import { GATED_PR } from '#contracts/workflow-names.ts';
import type { Workflow } from '../workflow.ts';

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
