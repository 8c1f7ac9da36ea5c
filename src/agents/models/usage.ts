import { z } from 'zod';
import type { TokenCounts } from './prices/cost.ts';
import type { SdkUsage } from './sdk-types.ts';

/** What a provider counted; undefined when it reported nothing at all. */
export function usageTokensOf({ inputTokens, outputTokens }: SdkUsage): TokenCounts | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  return {
    input: count(inputTokens.total),
    output: count(outputTokens.total),
    cacheRead: count(inputTokens.cacheRead),
    cacheWrite: count(inputTokens.cacheWrite),
    reasoning: count(outputTokens.reasoning),
  };
}

const Started = z.object({
  input_tokens: z.number(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
});

/** Anthropic reports the input tokens at the start; for a call that breaks off nothing more is known. */
export function tokensAtStart(usage: unknown): TokenCounts | undefined {
  const read = Started.safeParse(usage);
  if (!read.success) return undefined;
  const cacheRead = count(read.data.cache_read_input_tokens);
  const cacheWrite = count(read.data.cache_creation_input_tokens);
  return {
    input: count(read.data.input_tokens) + cacheRead + cacheWrite,
    output: 0,
    cacheRead,
    cacheWrite,
    reasoning: 0,
  };
}

const count = (value: number | null | undefined): number => Math.max(0, Math.round(value ?? 0));
