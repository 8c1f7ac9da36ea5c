import { RESEARCH } from '#contracts/workflow-names.ts';
import { forDrawingOnly, plainGraph, type Workflow } from '../workflow.ts';
import { RESEARCH_CHAPTERS } from './chapters.ts';

export const researchWorkflow: Workflow = {
  name: RESEARCH,
  chapters: RESEARCH_CHAPTERS,
  async runtime(runs, _run, input) {
    const { Ask } = await import('#workflows/research/state.ts');
    return (await import('./runtime.ts')).researchRuntime(runs, Ask.parse(input), process.env);
  },
  report: async ({ screen }, runs, driven, json) =>
    (await import('./report.ts')).reportResearch(screen, runs, driven, json),
  async graph() {
    const { researchGraph } = await import('#workflows/research/graph.ts');
    return plainGraph(researchGraph({ retrieve: forDrawingOnly, searchWeb: forDrawingOnly }));
  },
};
