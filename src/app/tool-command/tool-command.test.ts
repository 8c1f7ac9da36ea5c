import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { type ToolCall, toolCommand } from './tool-command.ts';

it('T8.8 a switch that is on by default can be turned off', async () => {
  const tool = defineTool({
    ...{ name: 'sample', title: 'Sample', description: 'For the test.', examples: [], errors: {} },
    input: z.strictObject({ quotes: z.boolean().default(true).describe('whether to quote') }),
    output: z.object({}),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    run: async () => ({ ok: true, output: {} }),
  }) as unknown as Tool;
  const calls: ToolCall[] = [];
  const typed = (...words: string[]) =>
    toolCommand(tool, async (call) => void calls.push(call)).parseAsync(words, { from: 'user' });
  await typed('--no-quotes');
  await typed('--quotes');
  expect(calls.map(({ input }) => input)).toEqual([{ quotes: false }, { quotes: true }]);
});
