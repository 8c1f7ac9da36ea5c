import { type AgentLimits, type AgentUsage, type Allowance, NO_AGENT_USAGE, tokensOf } from '#contracts/agent.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { ModelUsage } from '#contracts/model.ts';
import { budgetReached } from '../program/budget-reached.ts';

/** A default limit, so that an agent that never stops is stopped. */
export const MOST_TURNS = 200;

const ROOM_TO_ANSWER = 1_000;
/** For an answer of any length: with less, more of the run's budget is requested. */
const ROOM_FOR_LONG = 16_000;

/** What an attempt has used and may still use; sub-agents and side calls count. */
export interface Meter {
  readonly usage: AgentUsage;
  turn(): void;
  add(usage: ModelUsage): void;
  turnsLeft(): number;
  tokensLeft(): number;
  /** Whether the next call, with this much input, is probably the last one that fits. */
  isNearEnd(nextTokens: number): boolean;
  /** The limit that is reached, or null. */
  reached(): ErrorInfo | null;
  /** Before a call with this much input: takes more of the run's budget if needed, or reports that it is used up. */
  fits(nextTokens: number): Promise<ErrorInfo | null>;
}

export function meter(limits: AgentLimits, allowance?: Allowance): Meter {
  const { turns = MOST_TURNS, tokens = Number.POSITIVE_INFINITY, usd } = limits;
  let usage = NO_AGENT_USAGE;
  let isLast = false;
  const used = (): number => tokensOf(usage);
  const eachUsd = (): number => (usage.turns === 0 ? 0 : (usage.usd ?? 0) / usage.turns);
  const share = { tokens: () => (allowance?.tokens ?? Infinity) - used(), usd: () => allowance?.usd ?? Infinity };
  const isShort = (nextTokens: number): boolean =>
    share.tokens() < nextTokens + ROOM_FOR_LONG || (usage.usd ?? 0) + 2 * eachUsd() > share.usd();
  return {
    get usage() {
      return usage;
    },
    turn: () => {
      usage = { ...usage, turns: usage.turns + 1 };
    },
    add: (more) => {
      usage = sum(usage, more);
    },
    turnsLeft: () => turns - usage.turns,
    tokensLeft: () => Math.min(tokens - used(), share.tokens()),
    isNearEnd(nextTokens) {
      const each = eachUsd();
      return (
        isLast ||
        turns - usage.turns <= 1 ||
        tokens - used() < 2 * nextTokens + ROOM_TO_ANSWER ||
        (usd !== undefined && (usage.usd ?? 0) + 2 * each > usd)
      );
    },
    reached() {
      if (usage.turns >= turns) return limitError(`${turns} model calls`);
      if (used() >= tokens) return limitError(`${tokens} tokens (${used()} were used)`);
      if (usd === undefined) return null;
      if (usage.usd === null) {
        return UNPRICED;
      }
      return usage.usd >= usd ? limitError(`$${usd} ($${usage.usd.toFixed(4)} were spent)`) : null;
    },
    async fits(nextTokens) {
      if (allowance === undefined) return null;
      isLast = false;
      while (!isLast && isShort(nextTokens)) isLast = !(await allowance.more());
      if (usage.usd === null) return share.usd() < Infinity ? UNPRICED : null;
      if (usage.usd >= share.usd()) return budgetReached(`$${usage.usd.toFixed(4)}`);
      return share.tokens() <= nextTokens ? budgetReached(`${used()} tokens`) : null;
    },
  };
}

const UNPRICED: ErrorInfo = {
  code: 'PRICE_UNKNOWN',
  message: 'the model did not say what it used, so a budget in USD cannot be kept',
};

export const limitError = (what: string): ErrorInfo => ({
  code: 'ATTEMPT_LIMIT',
  message: `the attempt reached its limit of ${what}`,
  next: 'Give it a higher limit, or a smaller task.',
});

/** Cached tokens are part of a model's input, and counted separately here. */
const sum = (before: AgentUsage, more: ModelUsage): AgentUsage => ({
  input: before.input + Math.max(0, more.input - more.cacheRead - more.cacheWrite),
  output: before.output + more.output,
  cacheRead: before.cacheRead + more.cacheRead,
  cacheWrite: before.cacheWrite + more.cacheWrite,
  usd: before.usd === null || more.usd === null ? null : before.usd + more.usd,
  turns: before.turns,
});
