import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { Json } from './json.ts';
import { Usage } from './usage.ts';

/** One bounded try of an agent at one task. */
export const AgentTask = z.object({
  /** Unique per attempt; providers that take one get it as the idempotency key. */
  id: z.string(),
  agent: z.string(),
  system: z.string(),
  prompt: z.string(),
  /** JSON Schema of the claim. */
  claim: Json,
  limits: z.object({ tokens: z.number().positive().optional(), usd: z.number().positive().optional() }),
});
export type AgentTask = z.infer<typeof AgentTask>;

/** The same stream from every backend; it always ends with `complete`. */
export const AgentEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), turn: z.string(), text: z.string() }),
  z.object({ type: z.literal('status'), message: z.string() }),
  z.object({ type: z.literal('usage'), usage: Usage }),
  z.object({
    type: z.literal('complete'),
    usage: Usage,
    result: z.discriminatedUnion('type', [
      z.object({ type: z.literal('claim'), claim: Json }),
      z.object({ type: z.literal('blocker'), blocker: z.string() }),
      z.object({ type: z.literal('failed'), error: ErrorInfo, retry: z.boolean() }),
    ]),
  }),
]);
export type AgentEvent = z.infer<typeof AgentEvent>;

/** A way to run an attempt. Never throws: failure is the `complete` event's to tell. */
export interface Backend {
  readonly name: string;
  /** True where a scripted model answers; every screen says so. */
  readonly simulated: boolean;
  attempt(task: AgentTask, signal: AbortSignal): AsyncIterable<AgentEvent>;
}
