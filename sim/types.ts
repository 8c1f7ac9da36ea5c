import { z } from 'zod';
import { Json } from '#contracts/json.ts';

/** The wire formats spoken. */
export const APIS = ['anthropic', 'openai-responses', 'openai-chat', 'gemini'] as const;
export type Api = (typeof APIS)[number];

export const WireSchema = z.record(z.string(), Json);
export type WireSchema = z.infer<typeof WireSchema>;

export interface SimToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface SimToolResult {
  readonly id: string;
  /** Taken from the call it answers; empty when the request holds no such call. */
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Neighbours of the same role are one message, and tool results belong to the user: the same shape on every wire. */
export interface SimMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly thinking: string;
  readonly toolCalls: readonly SimToolCall[];
  readonly toolResults: readonly SimToolResult[];
}

export interface SimTool {
  readonly name: string;
  readonly description: string;
  /** null for tools that take free text (`custom`) or that the provider would run itself (`builtin`). */
  readonly schema: WireSchema | null;
  readonly kind: 'function' | 'custom' | 'builtin';
  readonly namespace?: string;
}

export interface WantedSchema {
  readonly name: string;
  readonly schema: WireSchema;
  /** The tool that carries the object when the client forces one; null when the object is the text of the answer. */
  readonly tool: string | null;
}

/** What a request says, whatever its wire format. */
export interface ParsedRequest {
  readonly api: Api;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  readonly messages: readonly SimMessage[];
  /** The last piece of text a user message holds; agent CLIs put reminders before the person's own words. */
  readonly lastUserText: string;
  readonly tools: readonly SimTool[];
  readonly schema: WantedSchema | null;
  readonly thinking: boolean;
  readonly maxTokens: number | null;
  /** Chat Completions streams the usage only when asked to; the others always report it. */
  readonly wantsUsage: boolean;
  /** 1 for the first answer of a conversation: assistant messages so far, plus one. */
  readonly turn: number;
  /** How many prompt segments (tools and system, then each message) the provider would cache. */
  readonly cacheable: number;
}

export interface SimRequest extends ParsedRequest {
  /** Same first words under the same system prompt: the same conversation. */
  readonly conversation: string;
  /** 1, then 2 when the very same messages arrive again: a client's retry. */
  readonly attempt: number;
  /** The headers worth knowing; credentials appear as `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `inputTokens` holds the cached ones and `outputTokens` the reasoning ones: parts never exceed the whole. */
export const SimUsage = z.object({
  inputTokens: z.number().int().nonnegative(),
  cacheReadTokens: z.number().int().nonnegative(),
  cacheWriteTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  reasoningTokens: z.number().int().nonnegative(),
});
export type SimUsage = z.infer<typeof SimUsage>;

export const STOP_REASONS = ['end', 'toolCalls', 'length', 'stopSequence', 'refusal'] as const;
export const StopReason = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof StopReason>;

export const Latency = z.object({
  firstTokenMs: z.number().nonnegative().default(0),
  chunkMs: z.number().nonnegative().default(0),
  chunkChars: z.number().int().positive().default(24),
});
export type Latency = z.infer<typeof Latency>;

/** What goes wrong on the way to the client. `afterChunks` counts server-sent events; a plain body is cut in half. */
export const TransportFault = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    message: z.string().optional(),
    retryAfterMs: z.number().nonnegative().optional(),
  }),
  z.object({ kind: z.literal('cut'), afterChunks: z.number().int().nonnegative().optional() }),
  z.object({ kind: z.literal('malformedJson') }),
  z.object({ kind: z.literal('malformedSse') }),
  z.object({ kind: z.literal('endless') }),
]);
export type TransportFault = z.infer<typeof TransportFault>;

export const SimPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({
    type: z.literal('toolCall'),
    name: z.string(),
    input: Json,
    /** Sent as the arguments instead of `input`, even when it is not JSON, where arguments travel as text. */
    rawInput: z.string().optional(),
  }),
  z.object({ type: z.literal('json'), value: Json }),
]);
export type SimPart = z.infer<typeof SimPart>;

export const SimAnswer = z.object({
  parts: z.array(SimPart).default([]),
  usage: SimUsage.partial().optional(),
  stopReason: StopReason.optional(),
  latency: Latency.partial().optional(),
  fault: TransportFault.optional(),
});
/** All fields are optional: no parts is an empty answer. */
export type SimAnswer = Omit<z.input<typeof SimAnswer>, 'parts'> & { readonly parts?: readonly SimPart[] };

export interface SimContext {
  /** Model calls this simulator has received, this one included. */
  readonly call: number;
  /** The same, within this conversation. */
  readonly conversationCall: number;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

export type Answering = (request: SimRequest, context: SimContext) => SimAnswer | Promise<SimAnswer>;

export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly answer: Answering;
}

/** One model call as received by the simulator. */
export interface SimExchange {
  readonly request: SimRequest;
  readonly status: number;
  /**
   * pending: still being answered. served: the whole answer went out. error: an error status was sent.
   * broken: cut or malformed on purpose. aborted: the client left first.
   */
  readonly outcome: 'pending' | 'served' | 'error' | 'broken' | 'aborted';
  /** Exactly what the client was told; null when the answer never got as far as its usage. */
  readonly usage: SimUsage | null;
}
