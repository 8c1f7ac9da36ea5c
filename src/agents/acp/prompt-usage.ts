import type { AgentUsage } from '#contracts/agent.ts';
import type { PromptTokens } from './updates.ts';

export const NO_TOKENS: PromptTokens = { inputTokens: 0, outputTokens: 0 };

export const addTokens = (sum: PromptTokens, more: PromptTokens | undefined): PromptTokens => ({
  inputTokens: sum.inputTokens + (more?.inputTokens ?? 0),
  outputTokens: sum.outputTokens + (more?.outputTokens ?? 0),
  cachedReadTokens: (sum.cachedReadTokens ?? 0) + (more?.cachedReadTokens ?? 0),
  cachedWriteTokens: (sum.cachedWriteTokens ?? 0) + (more?.cachedWriteTokens ?? 0),
});

/** What the prompts of an attempt used, as far as the agent tells. */
export function usageOf(
  tokens: PromptTokens,
  { rounds, usd }: { readonly rounds: number; readonly usd: number | undefined },
  usdBefore: number | null,
  priceOf: (used: Omit<AgentUsage, 'usd'>) => number | null | undefined,
): AgentUsage {
  const used = {
    input: tokens.inputTokens,
    output: tokens.outputTokens,
    cacheRead: tokens.cachedReadTokens ?? 0,
    cacheWrite: tokens.cachedWriteTokens ?? 0,
    turns: rounds,
  };
  // The agent's own count is of the whole session. One that counts tokens at no cost does not know the price.
  const told = usd === undefined ? 0 : Math.max(0, usd - (usdBefore ?? 0));
  const isKnown = usd !== undefined && (told > 0 || used.input + used.output === 0);
  return { ...used, usd: isKnown ? told : (priceOf(used) ?? null) };
}
