import type { AgentUsage } from '#contracts/agent.ts';
import type { PromptTokens } from './updates.ts';

/** The tokens of all prompts so far. */
export interface SumOfTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** A prompt ended without a count: the true number is larger. */
  readonly isLess: boolean;
}

export const NO_TOKENS: SumOfTokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, isLess: false };

export function addTokens(sum: SumOfTokens, more: PromptTokens | undefined): SumOfTokens {
  if (more === undefined) return { ...sum, isLess: true };
  return {
    input: sum.input + more.inputTokens,
    output: sum.output + more.outputTokens,
    cacheRead: sum.cacheRead + (more.cachedReadTokens ?? 0),
    cacheWrite: sum.cacheWrite + (more.cachedWriteTokens ?? 0),
    isLess: sum.isLess,
  };
}

/** What the prompts of an attempt used, as far as the agent reports it. */
export function promptUsageOf(
  { isLess, ...tokens }: SumOfTokens,
  { rounds, usd }: { readonly rounds: number; readonly usd: number | undefined },
  usdBefore: number | null,
  priceOf: (used: Omit<AgentUsage, 'usd'>) => number | null | undefined,
): AgentUsage {
  const used = { ...tokens, turns: rounds };
  const isCounted = !isLess && tokens.input + tokens.output > 0;
  // The agent's own count covers the whole session. One that reports tokens at zero cost does not know the price.
  const told = usd === undefined ? 0 : Math.max(0, usd - (usdBefore ?? 0));
  if (told > 0) return { ...used, usd: told };
  if (isCounted) return { ...used, usd: priceOf(used) ?? null };
  // Zero usage is not believed of prompts that were answered.
  return { ...used, usd: usd !== undefined && !isLess ? 0 : null };
}
