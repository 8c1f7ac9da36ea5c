import { z } from 'zod';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import type { Workflow } from '../workflow.ts';
import { HYBRID_TDD_CHAPTERS } from './chapters.ts';
import { defineTdd } from './cli/define-tdd.ts';

const Landed = z.object({ landed: z.string() });

export const hybridTddWorkflow: Workflow = {
  name: HYBRID_TDD,
  chapters: HYBRID_TDD_CHAPTERS,
  merged(payload, title) {
    const told = Landed.safeParse(payload);
    return told.success ? [{ title, commit: told.data.landed }] : [];
  },
  define: defineTdd,
  demo: {
    about: 'a module from its spec, by blind agents',
    example: '--spec lru',
    options: [
      ['--spec <name>', 'stack, lru or parser'],
      ['--language <name>', 'typescript or python'],
    ],
    play: async (cli, options) => (await import('./cli/demo-hybrid-tdd.ts')).demoHybridTdd(cli, options),
  },
  async runtime(runs, run, input, options) {
    const { HybridBegin } = await import('#workflows/hybrid-tdd/ports.ts');
    const { hybridTddRuntime } = await import('./runtime.ts');
    return hybridTddRuntime(runs, HybridBegin.parse(input), process.env, { ...options, run });
  },
  graph: async () => (await import('./drawn-graph.ts')).drawnHybridTdd(),
  follow: async ({ home }) => (await import('./cli/follow-tdd.ts')).followTdd(home),
  report: async ({ screen }, runs, driven, json) =>
    (await import('./cli/tdd-run.ts')).reportTdd(screen, runs, driven, json),
  spec: {
    specsIn: async (view) => (await import('./specs-in.ts')).specsIn(view),
    start: async (host, repository, work) => (await import('./start-spec.ts')).startSpec(host, repository, work),
  },
};
