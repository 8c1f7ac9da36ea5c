import type { Json } from '#contracts/json.ts';
import type { SimUsage, StopReason } from '../types.ts';
import type { Frame, Reply, ReplyPart } from './adapter.ts';

export function anthropicBody(reply: Reply): Json {
  return { ...envelope(reply), content: reply.parts.map(block), ...ending(reply), usage: finalUsage(reply.usage) };
}

export function* anthropicFrames(reply: Reply, chunk: (text: string) => Iterable<string>): Generator<Frame> {
  const started = { ...startUsage(reply.usage), output_tokens: 1 };
  const message = { ...envelope(reply), content: [], stop_reason: null, stop_sequence: null, usage: started };
  yield frame({ type: 'message_start', message });
  yield frame({ type: 'ping' });
  for (const [index, part] of reply.parts.entries()) {
    yield frame({ type: 'content_block_start', index, content_block: emptyBlock(part) });
    for (const delta of deltas(part, chunk)) yield frame({ type: 'content_block_delta', index, delta });
    yield frame({ type: 'content_block_stop', index });
  }
  yield frame({ type: 'message_delta', delta: ending(reply), usage: finalUsage(reply.usage) });
  yield frame({ type: 'message_stop' });
}

function* deltas(part: ReplyPart, chunk: (text: string) => Iterable<string>): Generator<Json> {
  switch (part.type) {
    case 'text':
      for (const text of chunk(part.text)) yield { type: 'text_delta', text };
      return;
    case 'thinking':
      for (const thinking of chunk(part.text)) yield { type: 'thinking_delta', thinking };
      yield { type: 'signature_delta', signature: SIGNATURE };
      return;
    case 'call':
      yield { type: 'input_json_delta', partial_json: '' };
      for (const partial_json of chunk(part.inputText)) yield { type: 'input_json_delta', partial_json };
  }
}

function block(part: ReplyPart): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'thinking':
      return { type: 'thinking', thinking: part.text, signature: SIGNATURE };
    case 'call':
      return { type: 'tool_use', id: `toolu_${part.id}`, name: part.name, input: part.input };
  }
}

function emptyBlock(part: ReplyPart): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'call':
      return { type: 'tool_use', id: `toolu_${part.id}`, name: part.name, input: {} };
  }
}

const SIGNATURE = 'c2ltdWxhdGVk';

const STOP: Record<StopReason, string> = {
  end: 'end_turn',
  toolCalls: 'tool_use',
  length: 'max_tokens',
  stopSequence: 'stop_sequence',
  refusal: 'refusal',
};

const envelope = (reply: Reply) => ({ id: `msg_${reply.id}`, type: 'message', role: 'assistant', model: reply.model });

const ending = (reply: Reply) => ({ stop_reason: STOP[reply.stopReason], stop_sequence: null });

const startUsage = (usage: SimUsage) => ({
  input_tokens: usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
  cache_read_input_tokens: usage.cacheReadTokens,
  service_tier: 'standard',
});

const finalUsage = (usage: SimUsage) => ({
  ...startUsage(usage),
  output_tokens: usage.outputTokens,
  output_tokens_details: { thinking_tokens: usage.reasoningTokens },
});

const frame = (data: { type: string; [key: string]: Json }): Frame => ({
  event: data.type,
  data: JSON.stringify(data),
});
