import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { Json } from './json.ts';

/** A JSON Schema as data. */
export const JsonSchema = z.record(z.string(), Json);
export type JsonSchema = z.infer<typeof JsonSchema>;

/**
 * Tokens of model calls and their cost. `input` includes the cached ones and `output` the reasoning ones: parts never
 * exceed the whole, and `total` = `input` + `output`. `usd` is null, not zero, where no price is known.
 */
export const ModelUsage = z.object({
  input: z.number().int().nonnegative(),
  output: z.number().int().nonnegative(),
  cacheRead: z.number().int().nonnegative(),
  cacheWrite: z.number().int().nonnegative(),
  reasoning: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  usd: z.number().nonnegative().nullable(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

export const NO_MODEL_USAGE: ModelUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  total: 0,
  usd: 0,
};

/** One unknown price makes the sum's unknown. */
export const addModelUsage = (left: ModelUsage, right: ModelUsage): ModelUsage => ({
  input: left.input + right.input,
  output: left.output + right.output,
  cacheRead: left.cacheRead + right.cacheRead,
  cacheWrite: left.cacheWrite + right.cacheWrite,
  reasoning: left.reasoning + right.reasoning,
  total: left.total + right.total,
  usd: left.usd === null || right.usd === null ? null : left.usd + right.usd,
});

/** Data that only the provider reads (signatures of thinking, ids of items): kept and sent back unchanged. */
const opaque = { meta: JsonSchema.optional() };

const TextPart = z.object({ type: z.literal('text'), text: z.string(), ...opaque });
const ReasoningPart = z.object({ type: z.literal('reasoning'), text: z.string(), ...opaque });
const CallPart = z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: Json, ...opaque });

export const AssistantMessage = z.object({
  role: z.literal('assistant'),
  parts: z.array(z.discriminatedUnion('type', [TextPart, ReasoningPart, CallPart])),
});
export type AssistantMessage = z.infer<typeof AssistantMessage>;

/** An image for a model. */
export const ModelImage = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg']),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  base64: z.string(),
});
export type ModelImage = z.infer<typeof ModelImage>;
const images = z.array(ModelImage).optional();

export const ToolAnswer = z.object({ id: z.string(), name: z.string(), output: Json, isError: z.boolean(), images });
export type ToolAnswer = z.infer<typeof ToolAnswer>;

/**
 * A conversation as plain data: it can be kept, resumed and sent to any provider. It does not contain the system
 * prompt.
 */
export const ModelMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string(), images }),
  AssistantMessage,
  z.object({ role: z.literal('tool'), results: z.array(ToolAnswer) }),
]);
export type ModelMessage = z.infer<typeof ModelMessage>;

/** A tool as the model sees it. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** Of an object. */
  readonly input: JsonSchema;
}

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export const Effort = z.enum(EFFORTS);
export type Effort = z.infer<typeof Effort>;

/** How long a model may think. `budgetTokens` applies where a provider takes one (Anthropic), else `effort` does. */
export const Thinking = z.object({ effort: Effort.optional(), budgetTokens: z.number().int().positive().optional() });
export type Thinking = z.infer<typeof Thinking>;

/** One model call, for any provider. */
export interface StepRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolSchema[];
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly tool: string };
  /** The answer must be an object of this schema; `finish` then says what was read. */
  readonly output?: { readonly name: string; readonly description?: string; readonly schema: JsonSchema };
  readonly maxOutputTokens?: number;
  readonly thinking?: Thinking;
  readonly temperature?: number;
  /** For providers that take one; the same for every retry of the step. */
  readonly idempotencyKey?: string;
}

/** The result of reading an answer that should be an object. */
export const ReadOutput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('object'),
    value: Json,
    /** What had to be done to read the text (`fence`, `prose`, `repair`); empty when it was plain JSON. */
    repairs: z.array(z.string()),
  }),
  /** The best candidate does not fit the schema, is cut off, or does not exist. `value` is what could be read of it. */
  z.object({
    type: z.literal('unreadable'),
    why: z.enum(['none', 'cut', 'misfit', 'ambiguous']),
    problem: z.string(),
    value: Json.optional(),
  }),
]);
export type ReadOutput = z.infer<typeof ReadOutput>;

export const FINISH_REASONS = ['stop', 'tool-calls', 'length'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/**
 * The events of one step, in order. It always ends with exactly one `finish` or `failed` and never throws. `reset`: the
 * call broke off and is repeated; everything since the start of the step (text, reasoning, tool calls) is withdrawn.
 * `usage` comes once for every call whose tokens are known, including broken ones: add them up.
 */
export const StepPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('text-end'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('reasoning-end'), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal('tool-call'),
    id: z.string(),
    name: z.string(),
    /**
     * `invalid`: the arguments are not JSON; answer the call with an error result. The caller checks whether they fit.
     */
    arguments: z.discriminatedUnion('type', [
      z.object({ type: z.literal('json'), input: Json }),
      z.object({ type: z.literal('invalid'), raw: z.string(), problem: z.string() }),
    ]),
  }),
  /** The call failed and is repeated after the wait; `attempt` counts the failed calls so far. */
  z.object({ type: z.literal('retry'), attempt: z.number(), waitMs: z.number(), why: ErrorInfo }),
  z.object({ type: z.literal('reset') }),
  z.object({
    type: z.literal('usage'),
    usage: ModelUsage,
    call: z.enum(['whole', 'cut']),
    note: z.string().optional(),
  }),
  z.object({
    type: z.literal('finish'),
    reason: z.enum(FINISH_REASONS),
    /** To be appended to the messages before the tool results. It contains an invalid tool call with the input `{}`. */
    message: AssistantMessage,
    /** Only when an object was asked for and the model did not call tools instead. */
    output: ReadOutput.optional(),
    /** The model's own name, where the provider reports it. */
    answeredBy: z.string().optional(),
    /** What the provider did not do as asked (an unsupported setting). */
    warnings: z.array(z.string()),
  }),
  z.object({ type: z.literal('failed'), error: ErrorInfo, retry: z.boolean(), retryAfterMs: z.number().optional() }),
]);
export type StepPart = z.infer<typeof StepPart>;

/** A model that can be called. The native backend loops over steps; tests supply their own. */
export interface StepModel {
  /** `PROVIDER:NAME`. */
  readonly ref: string;
  /** True for a model on this machine, which costs nothing. */
  readonly local: boolean;
  /** False where no price is known: a budget in USD cannot be kept. */
  readonly priced: boolean;
  /** It is known to read images; other models are shown none. */
  readonly seesImages?: boolean;
  step(request: StepRequest, signal: AbortSignal): AsyncIterable<StepPart>;
}
