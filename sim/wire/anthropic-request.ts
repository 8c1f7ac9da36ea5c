import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import { type SimTool, WireSchema } from '../types.ts';
import type { Parse } from './adapter.ts';
import { firstIssue, type Piece, type SaidMessage, unansweredCalls, wireConversationOf } from './messages.ts';
import { schemaByTool } from './wanted-schema.ts';

export function parseAnthropic(body: unknown, needsMaxTokens = true): Parse {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { ok: false, message: firstIssue(parsed.error) };
  const wire = parsed.data;
  if (needsMaxTokens && wire.max_tokens === undefined) return { ok: false, message: 'max_tokens: Field required' };
  const said = wire.messages.map((message) => message.said);
  const conversation = wireConversationOf(said);
  const open = unansweredCalls(conversation.messages);
  if (open !== null)
    return {
      ok: false,
      message: `messages.${open.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    };
  const format = wire.output_config?.format ?? wire.output_format;
  const choice = wire.tool_choice;
  return {
    ok: true,
    request: {
      api: 'anthropic',
      model: wire.model,
      stream: wire.stream,
      wantsUsage: true,
      system: wire.system.text,
      ...conversation,
      tools: wire.tools,
      schema: format
        ? { name: 'output', schema: format.schema, tool: null }
        : schemaByTool(wire.tools, {
            ...(choice?.type === 'tool' && choice.name !== undefined ? { name: choice.name } : {}),
            any: choice?.type === 'any',
          }),
      thinking: wire.thinking !== undefined && wire.thinking.type !== 'disabled',
      maxTokens: wire.max_tokens ?? null,
      cacheable: cacheableSegments(wire),
    },
  };
}

/** Everything up to the last cache marker: the head is one segment, then each merged message is one. */
function cacheableSegments(wire: z.output<typeof Body>): number {
  if (wire.cache_control) return wireConversationOf(wire.messages.map(({ said }) => said)).messages.length + 1;
  const last = wire.messages.findLastIndex((message) => message.marked);
  if (last >= 0)
    return wireConversationOf(wire.messages.slice(0, last + 1).map(({ said }) => said)).messages.length + 1;
  return wire.system.marked || wire.toolsMarked ? 1 : 0;
}

const Marker = z.object({}).nullish();

const Text = z
  .looseObject({ type: z.literal('text'), text: z.string(), cache_control: Marker })
  .transform((block) => ({ marked: Boolean(block.cache_control), pieces: said({ kind: 'text', text: block.text }) }));

const Thinking = z
  .looseObject({ type: z.literal('thinking'), thinking: z.string() })
  .transform((block) => ({ marked: false, pieces: said({ kind: 'thinking', text: block.thinking }) }));

const ToolUse = z
  .looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: Json, cache_control: Marker })
  .transform((block) => ({
    marked: Boolean(block.cache_control),
    pieces: said({ kind: 'call', id: block.id, name: block.name, input: block.input }),
  }));

const ResultContent = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .optional()
  .transform((content) =>
    typeof content === 'string' ? content : (content ?? []).map((block) => block.text ?? `[${block.type}]`).join('\n'),
  );

const ToolResult = z
  .looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: ResultContent,
    is_error: z.boolean().nullish(),
    cache_control: Marker,
  })
  .transform((block) => ({
    marked: Boolean(block.cache_control),
    pieces: said({ kind: 'result', id: block.tool_use_id, text: block.content, isError: block.is_error ?? false }),
  }));

const MODELLED = ['text', 'thinking', 'tool_use', 'tool_result'];

/** Images, documents, server tools: named, not read. */
const Other = z
  .looseObject({
    type: z.string().refine((type) => !MODELLED.includes(type), 'block lacks a field'),
    cache_control: Marker,
  })
  .transform((block) => ({
    marked: Boolean(block.cache_control),
    pieces: block.type === 'redacted_thinking' ? [] : said({ kind: 'text', text: `[${block.type}]` }),
  }));

const Content = z
  .union([z.string(), z.array(z.union([Text, Thinking, ToolUse, ToolResult, Other]))])
  .transform((content) =>
    typeof content === 'string' ? [{ marked: false, pieces: said({ kind: 'text', text: content }) }] : content,
  );

/** `system` among the messages is a reminder from the client; the model reads it like a user's message. */
const Message = z
  .looseObject({ role: z.enum(['user', 'assistant', 'system']), content: Content })
  .transform((message): { said: SaidMessage; marked: boolean } => ({
    said: {
      role: message.role === 'assistant' ? 'assistant' : 'user',
      pieces: message.content.flatMap((block) => block.pieces),
    },
    marked: message.content.some((block) => block.marked),
  }));

const System = z
  .union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string(), cache_control: Marker }))])
  .default('')
  .transform((system) =>
    typeof system === 'string'
      ? { text: system, marked: false }
      : { text: system.map((block) => block.text).join('\n'), marked: system.some((block) => block.cache_control) },
  );

const Tool = z
  .looseObject({
    name: z.string(),
    type: z.string().nullish(),
    description: z.string().optional(),
    input_schema: WireSchema.optional(),
  })
  .transform(
    (tool): SimTool => ({
      name: tool.name,
      description: tool.description ?? '',
      schema: tool.input_schema ?? null,
      kind: tool.input_schema ? 'function' : 'builtin',
    }),
  );

const Format = z.looseObject({ type: z.literal('json_schema'), schema: WireSchema }).nullish();

const Body = z
  .looseObject({
    model: z.string().min(1),
    messages: z.array(Message).min(1, 'at least one message is required'),
    max_tokens: z.number().int().positive().optional(),
    stream: z.boolean().default(false),
    system: System,
    tools: z.array(z.unknown()).default([]),
    tool_choice: z.looseObject({ type: z.string(), name: z.string().optional() }).optional(),
    output_config: z.looseObject({ format: Format }).optional(),
    output_format: Format,
    thinking: z.looseObject({ type: z.string() }).optional(),
    cache_control: Marker,
  })
  .transform((body, context) => {
    const tools = z.array(Tool).safeParse(body.tools);
    if (!tools.success) context.addIssue(`tools.${firstIssue(tools.error)}`);
    const marks = z.array(z.looseObject({ cache_control: Marker })).safeParse(body.tools);
    return {
      ...body,
      tools: tools.data ?? [],
      toolsMarked: marks.success && marks.data.some((tool) => tool.cache_control),
    };
  });

const said = (...pieces: Piece[]): Piece[] => pieces;
