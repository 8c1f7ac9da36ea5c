import { z } from 'zod';
import { defineTool, type ToolResult } from '#contracts/tool.ts';
import type { CallContext, NativeTool } from './native-tool.ts';

const input = z.object({ prompt: z.string().min(1).max(50_000) });
const output = z.object({ answer: z.string() });

/** Runs a sub-agent under a tool call and gives its last words. */
export type RunSubAgent = (
  prompt: string,
  call: string,
  signal: AbortSignal,
) => Promise<ToolResult<z.output<typeof output>>>;

/** A helper of the agent's own: it starts with nothing but the prompt, and only its answer comes back. */
export const taskTool = (runSubAgent: RunSubAgent): NativeTool<typeof input, typeof output> => ({
  // Helpers work side by side; what they write is exclusive per path.
  parallel: true,
  tool: defineTool({
    name: 'task',
    title: 'Ask a helper',
    description:
      'Gives a helper a task of its own: it has your tools and folder, knows only the prompt, and returns a text. Good for wide searches.',
    input,
    output,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    examples: [
      { title: 'Look around', input: { prompt: 'Find where dates are parsed. Answer with paths and lines.' } },
    ],
    errors: { ATTEMPT_LIMIT: 'it used up what the attempt may use' },
    run: async () => ({ ok: false, error: { code: 'TOOL_FAILED', message: 'a helper needs an attempt to work in' } }),
  }),
  prepare: async (wanted) => ({
    ok: true,
    // What it does is asked about call by call; to think is free of danger.
    action: { type: 'tool', input: wanted, readOnly: true },
    input: wanted,
  }),
  run: ({ prompt }, context: CallContext) => runSubAgent(prompt, context.call, context.signal),
});
