import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import { type SimTool, type WantedSchema, WireSchema } from '../types.ts';
import type { Parse, ParseContext } from './adapter.ts';
import { firstIssue, type Piece, type SaidMessage, unansweredCalls, wireConversationOf } from './messages.ts';
import { schemaByTool } from './wanted-schema.ts';

export function parseGemini(body: unknown, context: ParseContext): Parse {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { ok: false, message: `Invalid JSON payload received. ${firstIssue(parsed.error)}` };
  const wire = parsed.data;
  const conversation = wireConversationOf(withIds(wire.contents));
  if (unansweredCalls(conversation.messages) !== null)
    return {
      ok: false,
      message:
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    };
  const tools = wire.tools.flat();
  const config = wire.generationConfig;
  const calling = wire.toolConfig?.functionCallingConfig;
  const forced = calling?.mode === 'ANY' ? (calling.allowedFunctionNames ?? []) : [];
  return {
    ok: true,
    request: {
      api: 'gemini',
      model: context.model ?? '',
      stream: context.stream ?? false,
      wantsUsage: true,
      system: (wire.systemInstruction?.parts ?? []).map((part) => part.text ?? '').join('\n'),
      ...conversation,
      tools,
      schema:
        wantedBy(config) ??
        schemaByTool(tools, {
          ...(forced.length === 1 && forced[0] !== undefined ? { name: forced[0] } : {}),
          any: calling?.mode === 'ANY',
        }),
      thinking: config?.thinkingConfig?.includeThoughts ?? false,
      maxTokens: config?.maxOutputTokens ?? null,
      cacheable: conversation.messages.length + 1,
    },
  };
}

function wantedBy(config: z.output<typeof Config> | undefined): WantedSchema | null {
  if (config?.responseMimeType !== 'application/json') return null;
  return {
    name: 'response',
    schema: config.responseJsonSchema ?? config.responseSchema ?? { type: 'object' },
    tool: null,
  };
}

/** Calls and responses may come without ids; then the n-th response of a name answers the n-th call of it. */
function withIds(said: readonly SaidMessage[]): SaidMessage[] {
  const seen = new Map<string, number>();
  const numbered = (kind: string, name: string): string => {
    const count = seen.get(`${kind} ${name}`) ?? 0;
    seen.set(`${kind} ${name}`, count + 1);
    return `${name}#${count + 1}`;
  };
  return said.map(({ role, pieces }) => ({
    role,
    pieces: pieces.map((piece) =>
      (piece.kind === 'call' || piece.kind === 'result') && piece.id === ''
        ? { ...piece, id: numbered(piece.kind, piece.name ?? '') }
        : piece,
    ),
  }));
}

const CallPart = z
  .looseObject({ functionCall: z.looseObject({ id: z.string().optional(), name: z.string(), args: Json.optional() }) })
  .transform(({ functionCall: call }): Piece[] => [
    { kind: 'call', id: call.id ?? '', name: call.name, input: call.args ?? {} },
  ]);

const ResponsePart = z
  .looseObject({
    functionResponse: z.looseObject({ id: z.string().optional(), name: z.string(), response: Json.optional() }),
  })
  .transform(({ functionResponse: { id, name, response } }): Piece[] => [
    { kind: 'result', id: id ?? '', name, text: resultText(response ?? {}), isError: hasKey(response ?? {}, 'error') },
  ]);

const TextPart = z
  .looseObject({ text: z.string(), thought: z.boolean().optional() })
  .transform(({ text, thought }): Piece[] => [thought ? { kind: 'thinking', text } : { kind: 'text', text }]);

const MODELLED = ['functionCall', 'functionResponse', 'text'];

const OtherPart = z
  .looseObject({})
  .refine((part) => !MODELLED.some((key) => key in part), 'part lacks a field')
  .transform((part): Piece[] =>
    Object.keys(part)
      .slice(0, 1)
      .map((key) => ({ kind: 'text', text: `[${key}]` })),
  );

const Content = z
  .looseObject({
    role: z.enum(['user', 'model', 'function']).default('user'),
    parts: z.array(z.union([CallPart, ResponsePart, TextPart, OtherPart])),
  })
  .transform(
    (content): SaidMessage => ({ role: content.role === 'model' ? 'assistant' : 'user', pieces: content.parts.flat() }),
  );

const ToolGroup = z
  .looseObject({
    functionDeclarations: z
      .array(
        z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          parametersJsonSchema: WireSchema.optional(),
          parameters: WireSchema.optional(),
        }),
      )
      .optional(),
  })
  .transform((group): SimTool[] =>
    group.functionDeclarations === undefined
      ? Object.keys(group).map((name) => ({ name, description: '', schema: null, kind: 'builtin' }))
      : group.functionDeclarations.map((tool) => ({
          name: tool.name,
          description: tool.description ?? '',
          schema: tool.parametersJsonSchema ?? tool.parameters ?? {},
          kind: 'function',
        })),
  );

const Config = z.looseObject({
  responseMimeType: z.string().optional(),
  responseSchema: WireSchema.optional(),
  responseJsonSchema: WireSchema.optional(),
  maxOutputTokens: z.number().int().positive().optional(),
  thinkingConfig: z.looseObject({ includeThoughts: z.boolean().optional() }).optional(),
});

const Body = z.looseObject({
  contents: z.array(Content).min(1, 'contents is not specified'),
  systemInstruction: z.looseObject({ parts: z.array(z.looseObject({ text: z.string().optional() })) }).optional(),
  tools: z.array(ToolGroup).default([]),
  toolConfig: z
    .looseObject({
      functionCallingConfig: z
        .looseObject({ mode: z.string().optional(), allowedFunctionNames: z.array(z.string()).optional() })
        .optional(),
    })
    .optional(),
  generationConfig: Config.optional(),
});

/** Clients wrap a tool's text in an object with one of these keys. */
const RESULT_KEYS = ['content', 'output', 'result', 'error'];

function resultText(response: Json): string {
  if (typeof response === 'string') return response;
  for (const [key, value] of Object.entries(response ?? {}))
    if (RESULT_KEYS.includes(key)) return typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(response);
}

const hasKey = (value: Json, key: string): boolean => typeof value === 'object' && value !== null && key in value;
