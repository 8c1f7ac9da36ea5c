import { z } from 'zod';
import type { Helper } from '#contracts/agent.ts';
import { Json } from '#contracts/json.ts';
import { defineTool, type ToolResult } from '#contracts/tool.ts';
import type { CallContext, NativeTool } from './native-tool.ts';

const input = z.object({
  prompt: z.string().min(1).max(50_000),
  agent: z.string().optional().describe('which of the helpers; one like you without it'),
});
const output = z.object({ answer: z.string() });

/** Runs a sub-agent under a tool call and returns its last message. */
export type RunSubAgent = (
  prompt: string,
  call: string,
  signal: AbortSignal,
  helper?: Helper,
) => Promise<ToolResult<z.output<typeof output>>>;

/** A helper of the agent's own: it starts with only the prompt, and only its answer comes back. */
export const taskTool = (
  runSubAgent: RunSubAgent,
  helpers: ReadonlyMap<string, Helper>,
): NativeTool<typeof input, typeof output> => ({
  // Helpers work in parallel; writes are exclusive per path.
  parallel: true,
  tool: defineTool({
    name: 'task',
    title: 'Ask a helper',
    description:
      'Gives a helper a task of its own: it has your tools and folder, knows only the prompt, and returns a text. Good for wide searches.' +
      listOf(helpers),
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
    // Each of its calls needs permission; thinking does not.
    action: { type: 'tool', input: Json.parse(wanted), readOnly: true },
    input: wanted,
  }),
  run: async ({ prompt, agent }, context: CallContext) => {
    const helper = agent === undefined ? undefined : helpers.get(agent);
    if (agent === undefined || helper !== undefined) return runSubAgent(prompt, context.call, context.signal, helper);
    const next = helpers.size === 0 ? 'Leave agent out.' : `There are: ${[...helpers.keys()].join(', ')}.`;
    return { ok: false, error: { code: 'TOOL_INPUT_INVALID', message: `there is no helper ${agent}`, next } };
  },
});

const LONGEST = 160;
const MOST = 20;

function listOf(helpers: ReadonlyMap<string, Helper>): string {
  const lines = [...helpers].slice(0, MOST).map(([name, { description }]) => {
    const said = description.replaceAll(/\s+/g, ' ');
    return `${name} (${said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said})`;
  });
  return lines.length === 0 ? '' : ` Helpers: ${lines.join('; ')}.`;
}
