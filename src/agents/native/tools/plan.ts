import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import type { NativeTool } from './native-tool.ts';

const Step = z.object({ text: z.string().min(1).max(500), state: z.enum(['open', 'doing', 'done']) });
const input = z.object({ steps: z.array(Step).min(1).max(50) });
const output = z.object({ done: z.number(), steps: z.number() });

/** The agent's own list of steps. Watchers see it after every change. */
export const planTool = (): NativeTool<typeof input, typeof output> => ({
  parallel: false,
  tool: defineTool({
    name: 'plan',
    title: 'Show the plan',
    description: 'Sets your list of steps, whole, each open, doing or done. For work of several steps; people see it.',
    input,
    output,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      {
        title: 'Begun',
        input: {
          steps: [
            { text: 'Find the parser', state: 'doing' },
            { text: 'Fix it', state: 'open' },
          ],
        },
      },
    ],
    errors: {},
    run: async ({ steps }, { progress }) => {
      const done = steps.filter(({ state }) => state === 'done').length;
      const now = steps.find(({ state }) => state === 'doing')?.text;
      progress(`plan: ${done} of ${steps.length} done${now === undefined ? '' : `, now: ${now}`}`);
      return { ok: true, output: { done, steps: steps.length }, text: steps.map(lineOf).join('\n') };
    },
  }),
  prepare: async (wanted) => ({ ok: true, action: { type: 'tool', input: wanted, readOnly: true }, input: wanted }),
});

const MARKS = { open: '[ ]', doing: '[>]', done: '[x]' } as const;
const lineOf = ({ text, state }: z.output<typeof Step>): string => `${MARKS[state]} ${text}`;
