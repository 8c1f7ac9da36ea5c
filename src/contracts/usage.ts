import { z } from 'zod';

/** The cost of one attempt. `usd` is null, not zero, where the price is not known. */
export const Usage = z.object({
  tokens: z.number().nonnegative(),
  usd: z.number().nonnegative().nullable(),
});
export type Usage = z.infer<typeof Usage>;

export const NO_USAGE: Usage = { tokens: 0, usd: 0 };

/** The cost of several attempts: the known money, and how many attempts it leaves out. */
export const UsageSum = z.object({
  tokens: z.number().nonnegative(),
  usd: z.number().nonnegative(),
  /** Attempts with an unknown price. */
  unpriced: z.number().int().nonnegative(),
});
export type UsageSum = z.infer<typeof UsageSum>;

export const NO_SUM: UsageSum = { tokens: 0, usd: 0, unpriced: 0 };

export const addUsage = (sum: UsageSum, { tokens, usd }: Usage): UsageSum => ({
  tokens: sum.tokens + tokens,
  usd: sum.usd + (usd ?? 0),
  unpriced: sum.unpriced + (usd === null ? 1 : 0),
});

export const addSums = (a: UsageSum, b: UsageSum): UsageSum => ({
  tokens: a.tokens + b.tokens,
  usd: a.usd + b.usd,
  unpriced: a.unpriced + b.unpriced,
});

/** A sum of money in words. With unknown prices it is "at least", or unknown altogether: never $0.00. */
export function costWords(
  { usd, unpriced }: Pick<UsageSum, 'usd' | 'unpriced'>,
  money: (usd: number) => string,
): string {
  if (unpriced === 0) return money(usd);
  return usd > 0 ? `≥ ${money(usd)}` : 'unknown';
}

/**
 * What an attempt may use of its run's budget: no more than was reserved for it. A limit that is not set is left out.
 */
export const Reserve = z.object({
  tokens: z.number().nonnegative().optional(),
  usd: z.number().nonnegative().optional(),
});
export type Reserve = z.infer<typeof Reserve>;

/**
 * Limits of a run. Every attempt gets a share of tokens and money before it starts, and stops when its share and what
 * is left of the rest are used; the run then pauses and asks. The other limits never stop a running attempt.
 */
export const Budget = z.object({
  tokens: z.number().positive().optional(),
  usd: z.number().positive().optional(),
  /** Time the run was worked on: not while paused, not while no process drove it. */
  seconds: z.number().positive().optional(),
  /** Starts of agent nodes, retries included. */
  attempts: z.number().int().positive().optional(),
});
export type Budget = z.infer<typeof Budget>;

export const BUDGET_LIMITS = ['tokens', 'usd', 'seconds', 'attempts'] as const;
export type BudgetLimit = (typeof BUDGET_LIMITS)[number];

/** `usd` is the known part of it; `unpriced` attempts are not in it. */
export type Spent = Readonly<Record<BudgetLimit, number>> & { readonly unpriced: number };
export const NOTHING_SPENT: Spent = { tokens: 0, usd: 0, seconds: 0, attempts: 0, unpriced: 0 };

/** The first limit that is used up, if any. */
export function exhausted(budget: Budget, spent: Spent): BudgetLimit | undefined {
  return BUDGET_LIMITS.find((limit) => {
    const most = budget[limit];
    return most !== undefined && spent[limit] >= most;
  });
}
