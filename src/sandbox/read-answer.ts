import { z } from 'zod';
import type { CallTokens, SeenAnswer } from '#contracts/model-calls.ts';

/** The wire formats of proxied calls, by path; null for calls that ask no model. */
export type AnswerWire = 'anthropic' | 'openai' | 'gemini';

export function wireOf(method: string | undefined, path: string): AnswerWire | null {
  if (method !== 'POST') return null;
  if (/\/messages$/.test(path)) return 'anthropic';
  if (/:(?:generateContent|streamGenerateContent)$/.test(path)) return 'gemini';
  return /\/(?:responses|completions|embeddings)$/.test(path) ? 'openai' : null;
}

export interface AnswerReader {
  push(chunk: Buffer): void;
  /**
   * What is known when the answer has ended or broken off. `askedBytes`: the length of the request, for an estimate.
   */
  end(askedBytes: number): SeenAnswer;
}

/** Reads what an answer used while it passes; nothing is held back or changed. */
export function readAnswer(wire: AnswerWire, isStream: boolean): AnswerReader {
  const found: Found = { model: null, usage: {} };
  let rest = '';
  let bytes = 0;
  let events = 0;
  const decoder = new TextDecoder();
  const line = (text: string): void => {
    if (!text.startsWith('data:')) return;
    events += 1;
    // Most events carry only a few letters: only those with usage are parsed.
    if (/"(?:usage|usageMetadata|model)"/.test(text)) look(text.slice(5), found);
  };
  return {
    push(chunk) {
      bytes += chunk.length;
      rest += decoder.decode(chunk, { stream: true });
      if (!isStream) {
        if (rest.length > MOST_CHARS) rest = '';
        return;
      }
      const lines = rest.split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      for (const each of lines) line(each);
    },
    end(askedBytes) {
      if (isStream) line(rest);
      else look(rest, found);
      const tokens = TOKENS[wire](found.usage);
      if (tokens !== null) return { model: found.model, tokens, guessed: false };
      const output = isStream ? events : Math.ceil(bytes / BYTES_A_TOKEN);
      const guess = { input: Math.ceil(askedBytes / BYTES_A_TOKEN), output, cacheRead: 0, cacheWrite: 0 };
      return { model: found.model, tokens: guess, guessed: true };
    },
  };
}

const BYTES_A_TOKEN = 4;
/** A longer answer in one piece is not read. */
const MOST_CHARS = 64_000_000;

interface Found {
  model: string | null;
  usage: Record<string, unknown>;
}

const Fields = z.record(z.string(), z.unknown());
const Told = z.looseObject({
  model: z.string().optional(),
  modelVersion: z.string().optional(),
  usage: Fields.nullish(),
  usageMetadata: Fields.nullish(),
});
/** Anthropic puts the first count into `message`, OpenAI's Responses put theirs into `response`. */
const Wrapped = z.looseObject({
  message: Told.optional().catch(undefined),
  response: Told.optional().catch(undefined),
});

function look(text: string, found: Found): void {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return;
  }
  // Gemini streams an array where no events were requested.
  for (const each of Array.isArray(data) ? data : [data]) {
    const wrapped = Wrapped.safeParse(each);
    const told = Told.safeParse(each);
    for (const part of [told.data, wrapped.data?.message, wrapped.data?.response]) {
      if (part === undefined) continue;
      found.model = part.model ?? part.modelVersion ?? found.model;
      // Later counts are of the whole answer: they replace the earlier ones, field by field.
      Object.assign(found.usage, part.usage ?? {}, part.usageMetadata ?? {});
    }
  }
}

type Usage = Readonly<Record<string, unknown>>;

const TOKENS: Readonly<Record<AnswerWire, (usage: Usage) => CallTokens | null>> = {
  anthropic(usage) {
    const [input, output] = [numberIn(usage, 'input_tokens'), numberIn(usage, 'output_tokens')];
    if (input === undefined && output === undefined) return null;
    return {
      input: input ?? 0,
      output: output ?? 0,
      cacheRead: numberIn(usage, 'cache_read_input_tokens') ?? 0,
      cacheWrite: numberIn(usage, 'cache_creation_input_tokens') ?? 0,
    };
  },
  openai(usage) {
    const input = numberIn(usage, 'input_tokens') ?? numberIn(usage, 'prompt_tokens');
    const output = numberIn(usage, 'output_tokens') ?? numberIn(usage, 'completion_tokens');
    const details = usage.input_tokens_details ?? usage.prompt_tokens_details;
    return withCached(input, output, numberIn(details, 'cached_tokens'));
  },
  gemini(usage) {
    const thoughts = numberIn(usage, 'thoughtsTokenCount') ?? 0;
    const output = numberIn(usage, 'candidatesTokenCount');
    const all = output === undefined && thoughts === 0 ? undefined : (output ?? 0) + thoughts;
    return withCached(numberIn(usage, 'promptTokenCount'), all, numberIn(usage, 'cachedContentTokenCount'));
  },
};

/** Here cached tokens are a part of the input. */
function withCached(input: number | undefined, output: number | undefined, cached = 0): CallTokens | null {
  if (input === undefined && output === undefined) return null;
  const cacheRead = Math.min(cached, input ?? 0);
  return { input: (input ?? 0) - cacheRead, output: output ?? 0, cacheRead, cacheWrite: 0 };
}

function numberIn(fields: unknown, name: string): number | undefined {
  const value = fields !== null && typeof fields === 'object' ? Reflect.get(fields, name) : undefined;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
