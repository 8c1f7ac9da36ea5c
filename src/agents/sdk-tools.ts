import { type ToolSet, tool } from 'ai';
import type { Tool } from '#contracts/tool.ts';

/** Our tools as the SDK wants them. A tool's failure is an answer to the model, never an exception. */
export function sdkTools(tools: readonly Tool[], cwd: string): ToolSet {
  return Object.fromEntries(tools.map((each) => [each.name, sdkTool(each, cwd)]));
}

const sdkTool = (each: Tool, cwd: string) =>
  tool({
    description: each.description,
    inputSchema: each.input,
    execute: async (input: Record<string, unknown>, { abortSignal }) => {
      const signal = abortSignal ?? new AbortController().signal;
      const result = await each.run(input, { signal, cwd, progress: () => {} });
      return result.ok ? (result.text ?? result.output) : { error: result.error };
    },
  });
