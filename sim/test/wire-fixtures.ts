import type { Json } from '#contracts/json.ts';
import { chunksOf } from '../chunks.ts';
import type { ParsedRequest } from '../types.ts';
import type { Adapter, Frame, ParseContext, Reply } from '../wire/adapter.ts';

/** What the adapters' tests share. */
export const nothingRecalled: ParseContext = { recall: () => undefined };

export const reply = (more: Partial<Reply> = {}): Reply => ({
  id: 'r1',
  model: 'm',
  created: 1_700_000_000,
  parts: [{ type: 'text', text: 'Hello there' }],
  stopReason: 'end',
  usage: { inputTokens: 100, cacheReadTokens: 60, cacheWriteTokens: 10, outputTokens: 20, reasoningTokens: 5 },
  wantsUsage: true,
  ...more,
});

export const call = (
  more: Partial<Extract<Reply['parts'][number], { type: 'call' }>> = {},
): Reply['parts'][number] => ({
  type: 'call',
  id: 'c1',
  name: 'add',
  input: { a: 1 },
  inputText: '{"a":1}',
  tool: null,
  ...more,
});

export const framesOf = (adapter: Adapter, said: Reply): Frame[] => [
  ...adapter.frames(said, (text) => chunksOf(text, 6)),
];

/** The data of a stream, parsed; `[DONE]` stays as it is. */
export const dataOf = (frames: readonly Frame[]): Json[] =>
  frames.map(({ data }) => (data === '[DONE]' ? data : JSON.parse(data)));

export function parsed(adapter: Adapter, body: unknown, context: ParseContext = nothingRecalled): ParsedRequest {
  const result = adapter.parse(body, context);
  if (!result.ok) throw new Error(result.message);
  return result.request;
}

export function problem(adapter: Adapter, body: unknown, context: ParseContext = nothingRecalled): string {
  const result = adapter.parse(body, context);
  return result.ok ? 'no problem' : result.message;
}

/** One conversation, as every wire format should have understood it. */
export const understood = {
  system: 'Be brief.',
  lastUserText: 'Add.',
  turn: 2,
  messages: [
    { role: 'user', text: 'Add.', thinking: '', toolCalls: [], toolResults: [] },
    {
      role: 'assistant',
      text: 'Adding.',
      thinking: '',
      toolCalls: [{ id: 'c1', name: 'add', input: { a: 1 } }],
      toolResults: [],
    },
    {
      role: 'user',
      text: '',
      thinking: '',
      toolCalls: [],
      toolResults: [{ id: 'c1', name: 'add', text: '2', isError: false }],
    },
  ],
  tools: [{ name: 'add', description: 'Adds.', schema: { type: 'object' }, kind: 'function' }],
} as const;
