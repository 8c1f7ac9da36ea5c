import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';

/** A tool without input that returns a given text. */
export function namedTool(name: string, readOnly: boolean, run: () => Promise<string>): Tool {
  return defineTool({
    name,
    title: name,
    description: name,
    input: z.object({}),
    output: z.object({}),
    annotations: { readOnly, destructive: false, idempotent: true, openWorld: false },
    examples: [],
    errors: {},
    run: async () => ({ ok: true, output: {}, text: await run() }),
  });
}
