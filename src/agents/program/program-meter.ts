import { type AgentLimits, type AgentUsage, type Allowance, NO_AGENT_USAGE, tokensOf } from '#contracts/agent.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import { budgetReached } from './budget-reached.ts';
import { limitReached } from './limits.ts';
import type { ProgramCalls } from './program-sandbox.ts';

type Answer = Parameters<ProgramCalls['measured']>[0];

/** What an attempt by an agent's own program has used: by its own reports, and by its observed calls. */
export interface ProgramMeter {
  readonly usage: AgentUsage;
  /** All so far, as the program reports it. */
  told(usage: AgentUsage): void;
  /** One more answer of its model. */
  seen(answer: Answer): void;
  /** The limit that is reached, after requesting more of the run's budget; null while it may continue. */
  over(): Promise<ErrorInfo | null>;
}

export function programMeter(limits: AgentLimits, allowance: Allowance | undefined): ProgramMeter {
  let told = NO_AGENT_USAGE;
  let seen = NO_AGENT_USAGE;
  /** The maximum cost of the answers, including those without a known price. */
  let atMost = 0;
  const usage = (): AgentUsage => mostOf(told, seen);
  // An unknown price is assumed to be high, so that the budget holds.
  const bounded = (): AgentUsage => ({ ...usage(), usd: usage().usd ?? (seen.turns > 0 ? atMost : null) });
  const isSpent = (): boolean => {
    const now = bounded();
    return allowance !== undefined && (tokensOf(now) >= allowance.tokens || (now.usd ?? 0) >= allowance.usd);
  };
  const check = async (): Promise<ErrorInfo | null> => {
    const own = limitReached(limits, bounded());
    if (own !== null) return programLimitError(own);
    while (isSpent()) {
      if (!(await allowance?.more())) return budgetReached(inWords(bounded()));
    }
    return null;
  };
  let asking: Promise<ErrorInfo | null> | undefined;
  return {
    get usage() {
      return usage();
    },
    told(next) {
      told = next;
    },
    seen({ usd, atMost: most, ...tokens }) {
      atMost += usd ?? most;
      seen = {
        input: seen.input + tokens.input,
        output: seen.output + tokens.output,
        cacheRead: seen.cacheRead + tokens.cacheRead,
        cacheWrite: seen.cacheWrite + tokens.cacheWrite,
        usd: seen.usd === null || usd === null ? null : seen.usd + usd,
        turns: seen.turns + 1,
      };
    },
    // One request at a time: two would take two shares of the budget where one is needed.
    over: () => (asking ??= check().finally(() => (asking = undefined))),
  };
}

export const programLimitError = (what: string): ErrorInfo => ({
  code: 'ATTEMPT_LIMIT',
  message: `The attempt was ended at its limit of ${what}.`,
  next: 'Raise the limit, or give it a smaller task.',
});

/** Turns are counted by the program: one may take several answers. For everything else the larger count is used. */
function mostOf(told: AgentUsage, seen: AgentUsage): AgentUsage {
  if (seen.turns === 0) return told;
  const { turns } = told;
  const tokens = tokensOf(seen) > tokensOf(told) ? seen : told;
  if (told.usd === null || seen.usd === null) return { ...tokens, usd: told.usd ?? seen.usd, turns };
  return { ...tokens, usd: Math.max(told.usd, seen.usd), turns };
}

const inWords = (usage: AgentUsage): string =>
  `${tokensOf(usage)} tokens${usage.usd === null ? '' : ` ($${usage.usd.toFixed(4)})`}`;
