import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import { type SimTool, type WantedSchema, WireSchema } from '../types.ts';
import type { Parse, ParseContext } from './adapter.ts';
import { firstIssue, parseArguments, type SaidMessage, unansweredCalls, wireConversationOf } from './messages.ts';
import { schemaByTool } from './wanted-schema.ts';

export function parseOpenaiResponses(body: unknown, context: ParseContext): Parse {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { ok: false, message: firstIssue(parsed.error) };
  const wire = parsed.data;
  const expanded = expandInput(body, context);
  if (!expanded.ok) return expanded;
  const items = z.array(Item).safeParse(expanded.items);
  if (!items.success) return { ok: false, message: `input.${firstIssue(items.error)}` };
  const start = items.data.findIndex((item) => item.role !== 'system');
  const head = items.data.slice(0, start < 0 ? items.data.length : start);
  const conversation = wireConversationOf(items.data.slice(head.length).map(saidBy));
  const open = unansweredCalls(conversation.messages);
  if (open !== null) return { ok: false, message: `No tool output found for function call ${open.ids[0]}.` };
  const tools = wire.tools.flat();
  return {
    ok: true,
    request: {
      api: 'openai-responses',
      model: wire.model,
      stream: wire.stream,
      wantsUsage: true,
      system: [wire.instructions ?? '', ...head.map((item) => textOf(item))].filter((text) => text !== '').join('\n'),
      ...conversation,
      tools,
      schema: wire.text?.format ?? schemaByTool(tools, forcedBy(wire.tool_choice)),
      thinking: wire.reasoning != null && wire.reasoning.effort !== 'none',
      maxTokens: wire.max_output_tokens ?? null,
      cacheable: conversation.messages.length + 1,
    },
  };
}

/** Replaces references by the earlier messages, as the provider's store does. */
export function expandInput(
  body: unknown,
  context: ParseContext,
): { ok: true; items: readonly Json[] } | { ok: false; message: string } {
  const { input, previous_response_id: previous } = Input.parse(body);
  const before = previous == null ? [] : context.recall(previous);
  if (before === undefined) return { ok: false, message: `Previous response with id '${previous}' not found.` };
  const items = [...before];
  for (const item of typeof input === 'string' ? [{ role: 'user', content: input }] : input) {
    const reference = Reference.safeParse(item);
    const found = reference.success ? context.recall(reference.data.id) : [item];
    if (found === undefined) return { ok: false, message: `Item with id '${reference.data?.id}' not found.` };
    items.push(...found);
  }
  return { ok: true, items };
}

type Spoken = Omit<SaidMessage, 'role'> & { readonly role: SaidMessage['role'] | 'system' };

const saidBy = (item: Spoken): SaidMessage => ({ ...item, role: item.role === 'assistant' ? 'assistant' : 'user' });

const textOf = (item: Spoken): string =>
  item.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('\n');

function forcedBy(choice: z.output<typeof ToolChoice>): { name?: string; any?: boolean } {
  if (typeof choice === 'object' && choice !== null) return choice.name === undefined ? {} : { name: choice.name };
  return { any: choice === 'required' };
}

const Texts = z
  .union([
    z.string(),
    z.array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() })),
  ])
  .transform((content) =>
    typeof content === 'string' ? [content] : content.map((part) => part.text ?? part.refusal ?? `[${part.type}]`),
  );

const MessageItem = z
  .looseObject({
    type: z.literal('message').optional(),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: Texts,
  })
  .transform(
    (item): Spoken => ({
      role: item.role === 'developer' ? 'system' : item.role,
      pieces: item.content.map((text) => ({ kind: 'text', text })),
    }),
  );

const CallItem = z
  .looseObject({
    type: z.enum(['function_call', 'custom_tool_call']),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string().optional(),
    input: z.string().optional(),
  })
  .transform(
    (item): Spoken => ({
      role: 'assistant',
      pieces: [
        { kind: 'call', id: item.call_id, name: item.name, input: item.input ?? parseArguments(item.arguments ?? '') },
      ],
    }),
  );

const OutputItem = z
  .looseObject({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string(),
    output: Texts,
  })
  .transform(
    (item): Spoken => ({
      role: 'user',
      pieces: [{ kind: 'result', id: item.call_id, text: item.output.join('\n'), isError: false }],
    }),
  );

const ReasoningItem = z
  .looseObject({ type: z.literal('reasoning'), summary: z.array(z.looseObject({ text: z.string() })).default([]) })
  .transform(
    (item): Spoken => ({
      role: 'assistant',
      pieces: item.summary.map(({ text }) => ({ kind: 'thinking', text })),
    }),
  );

const MODELLED = ['message', 'function_call', 'custom_tool_call', 'function_call_output', 'custom_tool_call_output'];

/** Items of tools the provider runs itself (web search …): present, but without text. */
const OtherItem = z
  .looseObject({ type: z.string().refine((type) => ![...MODELLED, 'reasoning'].includes(type), 'item lacks a field') })
  .transform((): Spoken => ({ role: 'assistant', pieces: [] }));

const Item = z.union([MessageItem, CallItem, OutputItem, ReasoningItem, OtherItem]);

const Reference = z.looseObject({ type: z.literal('item_reference'), id: z.string() });

const Input = z.looseObject({
  input: z.union([z.string(), z.array(Json).min(1, 'at least one item is required')]),
  previous_response_id: z.string().nullish(),
});

const OneTool = z
  .looseObject({
    type: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    parameters: WireSchema.nullish(),
  })
  .transform(
    (tool): SimTool => ({
      name: tool.name ?? tool.type,
      description: tool.description ?? '',
      schema: tool.type === 'function' ? (tool.parameters ?? {}) : null,
      kind: tool.type === 'function' || tool.type === 'custom' ? tool.type : 'builtin',
    }),
  );

/** Codex groups the tools of an MCP server under a namespace. */
const Namespace = z
  .looseObject({ type: z.literal('namespace'), name: z.string(), tools: z.array(OneTool) })
  .transform(({ name, tools }) => tools.map((tool): SimTool => ({ ...tool, namespace: name })));

const ToolChoice = z.union([z.string(), z.looseObject({ type: z.string(), name: z.string().optional() })]).nullish();

const Format = z.union([
  z.looseObject({ type: z.literal('text') }).transform(() => null),
  z
    .looseObject({ type: z.literal('json_object') })
    .transform((): WantedSchema => ({ name: 'object', schema: { type: 'object' }, tool: null })),
  z
    .looseObject({ type: z.literal('json_schema'), name: z.string(), schema: WireSchema })
    .transform((format): WantedSchema => ({ name: format.name, schema: format.schema, tool: null })),
]);

const Body = Input.extend({
  model: z.string().min(1, 'you must provide a model parameter'),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish().transform(Boolean),
  tools: z.array(z.union([Namespace, OneTool.transform((tool) => [tool])])).default([]),
  tool_choice: ToolChoice,
  text: z.looseObject({ format: Format.nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
});
