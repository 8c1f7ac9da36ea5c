import { z } from 'zod';
import { Json } from '#contracts/json.ts';

/**
 * The output of `codex exec --experimental-json`, one event per line, parsed leniently: a newer version sends more
 * fields, and more kinds.
 */
const id = z.string();
const status = z.string().optional();

export const CodexItem = z.discriminatedUnion('type', [
  z.looseObject({ id, type: z.literal('agent_message'), text: z.string() }),
  z.looseObject({ id, type: z.literal('reasoning'), text: z.string() }),
  z.looseObject({
    id,
    type: z.literal('command_execution'),
    command: z.string(),
    aggregated_output: z.string().default(''),
    exit_code: z.number().nullish(),
    status,
  }),
  z.looseObject({
    id,
    type: z.literal('file_change'),
    changes: z.array(z.looseObject({ path: z.string(), kind: z.string() })),
    status,
  }),
  z.looseObject({
    id,
    type: z.literal('mcp_tool_call'),
    server: z.string(),
    tool: z.string(),
    arguments: Json.default(null),
    result: z.looseObject({ content: z.array(Json) }).nullish(),
    error: z.looseObject({ message: z.string() }).nullish(),
    status,
  }),
  z.looseObject({ id, type: z.literal('web_search'), query: z.string() }),
  z.looseObject({ id, type: z.literal('error'), message: z.string() }),
]);
export type CodexItem = z.infer<typeof CodexItem>;

const Usage = z.looseObject({
  input_tokens: z.number(),
  cached_input_tokens: z.number().default(0),
  cache_write_input_tokens: z.number().default(0),
  output_tokens: z.number(),
});
export type CodexUsage = z.infer<typeof Usage>;

export const CodexEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.looseObject({ type: z.literal('turn.started') }),
  z.looseObject({ type: z.literal('turn.completed'), usage: Usage }),
  z.looseObject({ type: z.literal('turn.failed'), error: z.looseObject({ message: z.string() }) }),
  z.looseObject({ type: z.literal('item.started'), item: z.unknown() }),
  z.looseObject({ type: z.literal('item.updated'), item: z.unknown() }),
  z.looseObject({ type: z.literal('item.completed'), item: z.unknown() }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
]);
export type CodexEvent = z.infer<typeof CodexEvent>;

/** Null for a line that is not a known event. */
export function readCodexEvent(line: string): CodexEvent | null {
  try {
    return CodexEvent.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

export const readItem = (value: unknown): CodexItem | null => CodexItem.safeParse(value).data ?? null;
