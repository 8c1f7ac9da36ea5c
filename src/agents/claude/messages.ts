import { z } from 'zod';
import { Json } from '#contracts/json.ts';

/** The relevant messages of the program, parsed leniently: a newer one sends more fields, and more kinds. */
const parent = z.string().nullish();

const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: Json }),
]);
const ResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: Json.optional(),
  is_error: z.boolean().nullish(),
});
/** Unknown kinds are dropped one by one, not with the message they are in. */
const known = <Type extends z.ZodType>(type: Type) =>
  z.union([z.array(z.unknown()), z.string()]).transform((list) =>
    (typeof list === 'string' ? [] : list).flatMap((each): z.output<Type>[] => {
      const read = type.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );

const CallUsage = z.looseObject({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
});
export type CallUsage = z.infer<typeof CallUsage>;

const StreamEvent = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({ id: z.string(), usage: CallUsage.optional() }),
  }),
  z.looseObject({
    type: z.literal('content_block_start'),
    index: z.number(),
    content_block: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: z.looseObject({ type: z.string(), text: z.string().optional(), thinking: z.string().optional() }),
  }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: CallUsage.optional(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
]);
export type ClaudeStreamEvent = z.infer<typeof StreamEvent>;

const ModelTotals = z.looseObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadInputTokens: z.number(),
  cacheCreationInputTokens: z.number(),
  costUSD: z.number(),
  costBasis: z.string().optional(),
});

export const ResultMessage = z.looseObject({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean().default(false),
  num_turns: z.number().default(0),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  stop_reason: z.string().nullish(),
  api_error_status: z.number().nullish(),
  total_cost_usd: z.number().default(0),
  modelUsage: z.record(z.string(), ModelTotals).default({}),
  structured_output: Json.optional(),
  session_id: z.string(),
});
export type ResultMessage = z.infer<typeof ResultMessage>;

export const ClaudeMessage = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('system'),
    subtype: z.string(),
    session_id: z.string().optional(),
    model: z.string().optional(),
    attempt: z.number().optional(),
    max_retries: z.number().optional(),
    error_status: z.number().nullish(),
    error: z.string().optional(),
    status: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('stream_event'), event: z.unknown(), parent_tool_use_id: parent }),
  z.looseObject({
    type: z.literal('assistant'),
    message: z.looseObject({ id: z.string(), content: known(Block), usage: CallUsage.optional() }),
    parent_tool_use_id: parent,
    error: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('user'),
    message: z.looseObject({ content: known(ResultBlock) }),
    parent_tool_use_id: parent,
  }),
  ResultMessage,
]);
export type ClaudeMessage = z.infer<typeof ClaudeMessage>;

export const readClaudeMessage = (value: unknown): ClaudeMessage | null => ClaudeMessage.safeParse(value).data ?? null;
export const readStreamEvent = (value: unknown): ClaudeStreamEvent | null => StreamEvent.safeParse(value).data ?? null;
