import type { Json } from '#contracts/json.ts';
import type { SimUsage, StopReason } from '../types.ts';
import type { Frame, Reply, ReplyPart } from './adapter.ts';

type Call = Extract<ReplyPart, { type: 'call' }>;

export function openaiChatBody(reply: Reply): Json {
  const calls = callsOf(reply);
  const said = textOf(reply, 'text');
  const thought = textOf(reply, 'thinking');
  const refused = reply.stopReason === 'refusal';
  const message = {
    role: 'assistant',
    content: refused || (said === '' && calls.length > 0) ? null : said,
    refusal: refused ? said : null,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => ({ ...opening(call), function: whole(call) })) }),
  };
  return {
    ...envelope(reply, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: STOP[reply.stopReason] }],
    usage: usageOf(reply.usage),
  };
}

export function* openaiChatFrames(reply: Reply, chunk: (text: string) => Iterable<string>): Generator<Frame> {
  const say = (delta: Json, finish_reason: string | null = null): Frame =>
    frame(reply, [{ index: 0, delta, logprobs: null, finish_reason }]);
  yield say({ role: 'assistant', content: '', refusal: null });
  let index = -1;
  for (const part of reply.parts) {
    if (part.type === 'call') {
      index += 1;
      yield say({ tool_calls: [{ index, ...opening(part), function: { name: part.name, arguments: '' } }] });
      for (const piece of chunk(part.inputText)) yield say({ tool_calls: [{ index, function: { arguments: piece } }] });
    } else {
      const key =
        part.type === 'thinking' ? 'reasoning_content' : reply.stopReason === 'refusal' ? 'refusal' : 'content';
      for (const piece of chunk(part.text)) yield say({ [key]: piece });
    }
  }
  yield say({}, STOP[reply.stopReason]);
  if (reply.wantsUsage)
    yield { data: JSON.stringify({ ...envelope(reply, CHUNK), choices: [], usage: usageOf(reply.usage) }) };
  yield { data: '[DONE]' };
}

const CHUNK = 'chat.completion.chunk';

/** A client that asked for usage gets `usage: null` on every chunk but the last. */
const frame = (reply: Reply, choices: Json): Frame => ({
  data: JSON.stringify({ ...envelope(reply, CHUNK), choices, ...(reply.wantsUsage ? { usage: null } : {}) }),
});

const envelope = (reply: Reply, object: string) => ({
  id: `chatcmpl-${reply.id}`,
  object,
  created: reply.created,
  model: reply.model,
  service_tier: 'default',
  system_fingerprint: 'fp_sim',
});

const STOP: Record<StopReason, string> = {
  end: 'stop',
  toolCalls: 'tool_calls',
  length: 'length',
  stopSequence: 'stop',
  refusal: 'stop',
};

const opening = (call: Call) => ({ id: `call_${call.id}`, type: 'function' });

const whole = (call: Call) => ({ name: call.name, arguments: call.inputText });

const callsOf = (reply: Reply): Call[] => reply.parts.filter((part) => part.type === 'call');

const textOf = (reply: Reply, type: 'text' | 'thinking'): string =>
  reply.parts.map((part) => (part.type === type ? part.text : '')).join('');

const usageOf = (usage: SimUsage): Json => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: {
    cached_tokens: usage.cacheReadTokens,
    ...(usage.cacheWriteTokens > 0 ? { cache_write_tokens: usage.cacheWriteTokens } : {}),
  },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
});
