import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { type Runs, statusOf } from '#engine/runs.ts';

const Run = z.object({
  run: z.string(),
  title: z.string(),
  status: z.enum(['running', 'waiting', 'paused', 'interrupted', 'completed', 'failed', 'cancelled']),
  simulated: z.boolean(),
  done: z.number(),
  open: z.number(),
  failed: z.number(),
  tokens: z.number(),
  /** The known part of it; attempts without a price are counted beside it. */
  usd: z.number(),
  unpriced: z.number(),
  created: z.string(),
});

export const listRunsTool = (runs: Runs) =>
  defineTool({
    name: 'list_runs',
    title: 'List runs',
    description: 'The runs of this machine, newest first, with their status and what they cost.',
    input: z.object({ limit: z.number().int().min(1).max(200).default(20) }),
    output: z.object({ runs: z.array(Run) }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'The newest five', input: { limit: 5 } }],
    errors: {},
    overrun: 'stop',
    run: async ({ limit }) => {
      const listed = await runs.store.list({ limit });
      return {
        ok: true,
        output: {
          runs: listed.map((header) => ({
            run: header.run,
            title: header.title,
            status: statusOf(header, runs),
            simulated: header.simulated,
            done: header.nodes.done,
            open: header.nodes.blocked + header.nodes.scheduled + header.nodes.running + header.nodes.asking,
            failed: header.nodes.failed,
            tokens: header.tokens,
            usd: header.usd,
            unpriced: header.unpriced,
            created: new Date(header.createdAt).toISOString(),
          })),
        },
      };
    },
  });
