import type { AgentLimits, AgentUsage } from '#contracts/agent.ts';

/** The first limit that this usage has reached, in words, or null. */
export function limitReached(limits: AgentLimits, usage: AgentUsage): string | null {
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  // A counted turn has been made: the one over the limit is the first too many.
  if (limits.turns !== undefined && usage.turns > limits.turns) return `${limits.turns} turns`;
  if (limits.tokens !== undefined && tokens >= limits.tokens) return `${limits.tokens} tokens (${tokens} used)`;
  if (limits.usd !== undefined && usage.usd !== null && usage.usd >= limits.usd)
    return `$${limits.usd} ($${usage.usd.toFixed(4)} used)`;
  return null;
}
