import type { WorkflowDemo } from '../workflow.ts';
import { WORKFLOWS } from '../workflows.ts';

interface NamedDemo extends WorkflowDemo {
  readonly name: string;
}

/** What `assay demo` can show: examples of workflows, and one without a workflow. */
export const DEMOS: readonly NamedDemo[] = [
  ...WORKFLOWS.flatMap(({ name, demo }) => (demo ? [{ name, ...demo }] : [])),
  {
    name: 'first-run',
    about: 'a graph with every kind of node',
    play: async (cli, options) => (await import('./commands/demo-first-run.ts')).demoFirstRun(cli, options),
  },
];
