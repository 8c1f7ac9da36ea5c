import { z } from 'zod';
import { type SimTool, WireSchema } from '../types.ts';
import type { Parse } from './adapter.ts';
import { firstIssue, parseArguments, type SaidMessage, unansweredCalls, wireConversationOf } from './messages.ts';
import { schemaByTool } from './wanted-schema.ts';

export function parseOpenaiChat(body: unknown): Parse {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { ok: false, message: firstIssue(parsed.error) };
  const wire = parsed.data;
  const start = wire.messages.findIndex((message) => !SYSTEM_ROLES.includes(message.role));
  const head = wire.messages.slice(0, start < 0 ? wire.messages.length : start);
  const conversation = wireConversationOf(wire.messages.slice(head.length).map(saidBy));
  const open = unansweredCalls(conversation.messages);
  if (open !== null)
    return {
      ok: false,
      message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.ids.join(', ')}`,
    };
  return {
    ok: true,
    request: {
      api: 'openai-chat',
      model: wire.model,
      stream: wire.stream,
      wantsUsage: !wire.stream || (wire.stream_options?.include_usage ?? false),
      system: head.map((message) => message.content).join('\n'),
      ...conversation,
      tools: wire.tools,
      schema: wire.response_format ?? schemaByTool(wire.tools, forcedBy(wire.tool_choice)),
      thinking: wire.reasoning_effort !== undefined && wire.reasoning_effort !== 'none',
      maxTokens: wire.max_completion_tokens ?? wire.max_tokens ?? null,
      cacheable: conversation.messages.length + 1,
    },
  };
}

const SYSTEM_ROLES: readonly string[] = ['system', 'developer'];

function saidBy(message: z.output<typeof Message>): SaidMessage {
  if (message.role === 'tool')
    return {
      role: 'user',
      pieces: [{ kind: 'result', id: message.tool_call_id ?? '', text: message.content, isError: false }],
    };
  return {
    role: message.role === 'assistant' ? 'assistant' : 'user',
    pieces: [
      ...(message.reasoning_content ? [{ kind: 'thinking' as const, text: message.reasoning_content }] : []),
      ...(message.content === '' ? [] : message.texts.map((text) => ({ kind: 'text' as const, text }))),
      ...(message.tool_calls ?? []).map((call) => ({
        kind: 'call' as const,
        id: call.id,
        name: call.function.name,
        input: parseArguments(call.function.arguments),
      })),
    ],
  };
}

function forcedBy(choice: z.output<typeof ToolChoice>): { name?: string; any?: boolean } {
  if (typeof choice === 'object' && choice !== null) return { name: choice.function.name };
  return { any: choice === 'required' };
}

const Texts = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((content) =>
    typeof content === 'string' ? [content] : (content ?? []).map((part) => part.text ?? `[${part.type}]`),
  );

const Message = z
  .looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: Texts,
    reasoning_content: z.string().nullish(),
    tool_call_id: z.string().optional(),
    tool_calls: z
      .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
      .nullish(),
  })
  .refine((message) => message.role !== 'tool' || message.tool_call_id !== undefined, 'tool_call_id is required')
  .transform((message) => ({ ...message, texts: message.content, content: message.content.join('\n') }));

const Tool = z
  .looseObject({
    type: z.string(),
    function: z
      .looseObject({ name: z.string(), description: z.string().optional(), parameters: WireSchema.optional() })
      .optional(),
  })
  .transform(
    (tool): SimTool => ({
      name: tool.function?.name ?? tool.type,
      description: tool.function?.description ?? '',
      schema: tool.function ? (tool.function.parameters ?? {}) : null,
      kind: tool.function ? 'function' : 'builtin',
    }),
  );

const ToolChoice = z
  .union([z.string(), z.looseObject({ type: z.string(), function: z.looseObject({ name: z.string() }) })])
  .nullish();

const ResponseFormat = z
  .union([
    z.looseObject({ type: z.literal('text') }).transform(() => null),
    z
      .looseObject({ type: z.literal('json_object') })
      .transform(() => ({ name: 'object', schema: { type: 'object' }, tool: null })),
    z
      .looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({ name: z.string(), schema: WireSchema }),
      })
      .transform((format) => ({ name: format.json_schema.name, schema: format.json_schema.schema, tool: null })),
  ])
  .nullish();

const Body = z.looseObject({
  model: z.string().min(1, 'you must provide a model parameter'),
  messages: z.array(Message).min(1, 'at least one message is required'),
  stream: z.boolean().nullish().transform(Boolean),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(Tool).default([]),
  tool_choice: ToolChoice,
  response_format: ResponseFormat,
  reasoning_effort: z.string().optional(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
});
