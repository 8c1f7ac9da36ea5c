import { z } from 'zod';
import type { ToolHead } from './describe-tool.ts';

export const CheckCallInput = z.object({
  ticket: z.string().min(1).describe('The ticket of a call that was answered with status "running".'),
});

/** The tool the shell adds itself. It has no `run`: what it waits for belongs to the connection. */
export function checkCallTool(name: string): ToolHead {
  return {
    name,
    title: 'Collect a long call',
    description:
      'Waits for a tool call that was answered with {"status": "running", "ticket": …}. Returns the result of that ' +
      'call once it has finished, or "running" again: then call this again with the same ticket. A result can be ' +
      'collected once.',
    input: CheckCallInput,
    // The answer is whatever the call itself returns.
    output: z.looseObject({}),
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
  };
}
