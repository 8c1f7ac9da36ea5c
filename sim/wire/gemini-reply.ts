import type { Json } from '#contracts/json.ts';
import type { SimUsage, StopReason } from '../types.ts';
import type { Frame, Reply, ReplyPart } from './adapter.ts';

export function geminiBody(reply: Reply): Json {
  return chunkOf(reply, reply.parts.map(partOf), true);
}

export function* geminiFrames(reply: Reply, chunk: (text: string) => Iterable<string>): Generator<Frame> {
  for (const part of reply.parts)
    for (const piece of pieces(part, chunk)) yield { data: JSON.stringify(chunkOf(reply, [piece], false)) };
  yield { data: JSON.stringify(chunkOf(reply, [{ text: '' }], true)) };
}

/** A function call comes whole; text comes in pieces. */
function* pieces(part: ReplyPart, chunk: (text: string) => Iterable<string>): Generator<Json> {
  if (part.type === 'call') yield partOf(part);
  else for (const text of chunk(part.text)) yield partOf({ ...part, text });
}

function chunkOf(reply: Reply, parts: readonly Json[], last: boolean): Json {
  const finishReason = last ? { finishReason: STOP[reply.stopReason] } : {};
  // A blocked answer has no content at all.
  const content = reply.stopReason === 'refusal' ? {} : { content: { parts, role: 'model' } };
  return {
    candidates: [{ ...content, ...finishReason, index: 0 }],
    ...(last ? { usageMetadata: usageOf(reply.usage) } : {}),
    modelVersion: reply.model,
    responseId: reply.id,
  };
}

function partOf(part: ReplyPart): Json {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'thinking':
      return { text: part.text, thought: true };
    case 'call':
      return {
        functionCall: { id: `call_${part.id}`, name: part.name, args: part.input },
        thoughtSignature: 'c2ltdWxhdGVk',
      };
  }
}

const STOP: Record<StopReason, string> = {
  end: 'STOP',
  toolCalls: 'STOP',
  length: 'MAX_TOKENS',
  stopSequence: 'STOP',
  refusal: 'SAFETY',
};

const usageOf = (usage: SimUsage): Json => ({
  promptTokenCount: usage.inputTokens,
  candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
  thoughtsTokenCount: usage.reasoningTokens,
  cachedContentTokenCount: usage.cacheReadTokens,
  totalTokenCount: usage.inputTokens + usage.outputTokens,
});
