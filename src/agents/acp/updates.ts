import { z } from 'zod';

/** The relevant updates of a session, parsed leniently: an agent of another version sends more, or less. */
const Chunk = z.looseObject({
  content: z.looseObject({ type: z.string(), text: z.string().optional() }),
  messageId: z.string().nullish(),
});
const Call = z.looseObject({
  toolCallId: z.string(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  content: z.array(z.unknown()).nullish(),
  locations: z
    .array(z.looseObject({ path: z.string() }))
    .nullish()
    .catch(undefined),
  _meta: z.looseObject({ claudeCode: z.looseObject({ toolName: z.string().optional() }).optional() }).nullish(),
});
export type CallUpdate = z.infer<typeof Call>;
export const CallUpdate = Call;

export const SessionUpdate = z.discriminatedUnion('sessionUpdate', [
  Chunk.extend({ sessionUpdate: z.literal('agent_message_chunk') }),
  Chunk.extend({ sessionUpdate: z.literal('agent_thought_chunk') }),
  Call.extend({ sessionUpdate: z.literal('tool_call') }),
  Call.extend({ sessionUpdate: z.literal('tool_call_update') }),
  z.looseObject({
    sessionUpdate: z.literal('plan'),
    entries: z.array(z.looseObject({ content: z.string(), status: z.string() })),
  }),
  z.looseObject({
    sessionUpdate: z.literal('usage_update'),
    cost: z.looseObject({ amount: z.number(), currency: z.string() }).nullish(),
  }),
]);
export type SessionUpdate = z.infer<typeof SessionUpdate>;

const Tokens = z.looseObject({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  cachedReadTokens: z.number().nullish(),
  cachedWriteTokens: z.number().nullish(),
  totalTokens: z.number().optional(),
});
export type PromptTokens = z.infer<typeof Tokens>;

export const PromptAnswer = z.looseObject({
  stopReason: z.string(),
  usage: Tokens.nullish().catch(undefined),
});
export type PromptAnswer = z.infer<typeof PromptAnswer>;

const Part = z.looseObject({
  type: z.string(),
  content: z.looseObject({ text: z.string().optional() }).optional(),
  path: z.string().optional(),
});

/** What the agent received from a finished call. */
export function callText({ content, rawOutput }: CallUpdate): string {
  const parts = (content ?? []).flatMap((each) => {
    const part = Part.safeParse(each).data;
    if (part === undefined) return [];
    return part.type === 'diff' ? [`changed ${part.path}`] : (part.content?.text ?? []);
  });
  if (parts.length > 0) return parts.join('\n');
  return typeof rawOutput === 'string' ? rawOutput : rawOutput === undefined ? '' : JSON.stringify(rawOutput);
}
