import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PromptCache } from './prompt-cache.ts';
import { answerTokens } from './tokens.ts';
import type { SimAnswer, SimPart, SimRequest, SimUsage, StopReason } from './types.ts';
import type { Reply, ReplyPart } from './wire/adapter.ts';

export interface ResolveContext {
  readonly call: number;
  readonly created: number;
  readonly cache: PromptCache;
}

/** Fills in everything an answer leaves open: how its object travels, why it stops, what it costs, its ids. */
export function resolveAnswer(answer: z.output<typeof SimAnswer>, request: SimRequest, context: ResolveContext): Reply {
  const id = createHash('sha256').update(`${request.conversation} ${request.turn} ${context.call}`).digest('hex');
  const parts = answer.parts.map((part, index) => resolvePart(part, request, `${id.slice(0, 16)}_${index}`));
  return {
    id: id.slice(0, 16),
    model: request.model,
    created: context.created,
    parts,
    stopReason: answer.stopReason ?? defaultStop(parts),
    usage: { ...countUsage(answer.parts, request, context.cache), ...defined(answer.usage) },
    wantsUsage: request.wantsUsage,
  };
}

function resolvePart(part: SimPart, request: SimRequest, id: string): ReplyPart {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part;
    case 'json':
      return request.schema?.tool
        ? callOf({ type: 'toolCall', name: request.schema.tool, input: part.value }, request, id)
        : { type: 'text', text: JSON.stringify(part.value) };
    case 'toolCall':
      return callOf(part, request, id);
  }
}

function callOf(part: Extract<SimPart, { type: 'toolCall' }>, request: SimRequest, id: string): ReplyPart {
  const tool = request.tools.find(({ name }) => name === part.name) ?? null;
  const plain = tool?.kind === 'custom' && typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
  return {
    type: 'call',
    id,
    name: part.name,
    input: part.rawInput ?? part.input,
    inputText: part.rawInput ?? plain,
    tool,
  };
}

function countUsage(parts: readonly SimPart[], request: SimRequest, cache: PromptCache): SimUsage {
  const { output, reasoning } = answerTokens(parts);
  return { ...cache.measure(request), outputTokens: output, reasoningTokens: reasoning };
}

const defaultStop = (parts: readonly ReplyPart[]): StopReason =>
  parts.some((part) => part.type === 'call') ? 'toolCalls' : 'end';

/** An override that is present but undefined overrides nothing. */
const defined = (usage: Partial<Record<keyof SimUsage, number | undefined>> | undefined): Partial<SimUsage> =>
  Object.fromEntries(Object.entries(usage ?? {}).filter(([, value]) => value !== undefined));
