import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import type { Knowledge } from '../knowledge.ts';
import { DOMAINS } from '../store/kinds.ts';
import { answered } from '../tools/answered.ts';
import { holdPlan } from './hold-plan.ts';

export const planPreflight = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'plan_preflight',
    title: 'Hold a plan against what is known',
    description:
      'Call this before you plan in detail: what already exists for a topic or plan in code, earlier runs and documents; what it names that does not exist; what depends on the code it changes; what was refused before, and what fixed it.',
    input: z.object({ plan: z.string().min(1).max(20_000).describe('A topic, or the plan in Markdown') }),
    output: z.object({
      known: z.object({ code: z.boolean(), history: z.boolean(), academic: z.boolean() }),
      findings: z.array(z.object({ domain: z.enum(DOMAINS), text: z.string() })),
    }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'A plan', input: { plan: '1. Change priceOf in src/prices.ts to round.\n2. Add a test.' } }],
    errors: {},
    positional: ['plan'],
    run: async ({ plan }) =>
      answered(async () => {
        const { known, findings } = holdPlan(await open(), plan);
        return { known, findings: [...findings] };
      }),
  });
