import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ErrorInfo } from '#contracts/errors.ts';

/** What a client gets for a call that outlasts its answer. */
export const RunningCall = z.object({
  status: z.literal('running'),
  /** Asks for the result. */
  ticket: z.string(),
  next: z.string(),
  /** The last line of progress, if there was one. */
  progress: z.string().optional(),
});
export type RunningCall = z.infer<typeof RunningCall>;

/** Clients show either the text or the structure, so each of them contains everything. */
export function finished(output: Record<string, unknown>, text?: string): CallToolResult {
  return { content: [{ type: 'text', text: text ?? JSON.stringify(output) }], structuredContent: output };
}

export function failedAnswer(error: ErrorInfo): CallToolResult {
  const text = `${error.code}: ${error.message}${error.next === undefined ? '' : `\nWhat to do: ${error.next}`}`;
  return { content: [{ type: 'text', text }], structuredContent: { ...error }, isError: true };
}

export function running(ticket: string, checkName: string, progress: string | undefined): CallToolResult {
  const next = `Still running. Call ${checkName} with {"ticket": "${ticket}"} for the result; repeat while it says running.`;
  const call: RunningCall = { status: 'running', ticket, next, ...(progress === undefined ? {} : { progress }) };
  const text = progress === undefined ? next : `${next}\nSo far: ${progress}`;
  return { content: [{ type: 'text', text }], structuredContent: call };
}
