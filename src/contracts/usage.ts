import { z } from 'zod';

/** What one attempt cost. */
export const Usage = z.object({
  tokens: z.number().nonnegative(),
  usd: z.number().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;

export const NO_USAGE: Usage = { tokens: 0, usd: 0 };

/** Limits of a run. A limit that is reached pauses the run and asks; it never kills an attempt in flight. */
export const Budget = z.object({
  tokens: z.number().positive().optional(),
  usd: z.number().positive().optional(),
  /** Time the run was being worked on: not while paused, not while no process drove it. */
  seconds: z.number().positive().optional(),
  /** Starts of agent nodes, retries included. */
  attempts: z.number().int().positive().optional(),
});
export type Budget = z.infer<typeof Budget>;

export const BUDGET_LIMITS = ['tokens', 'usd', 'seconds', 'attempts'] as const;
export type BudgetLimit = (typeof BUDGET_LIMITS)[number];

export type Spent = Readonly<Record<BudgetLimit, number>>;
export const NOTHING_SPENT: Spent = { tokens: 0, usd: 0, seconds: 0, attempts: 0 };

/** The first limit that is used up, if any. */
export function exhausted(budget: Budget, spent: Spent): BudgetLimit | undefined {
  return BUDGET_LIMITS.find((limit) => {
    const most = budget[limit];
    return most !== undefined && spent[limit] >= most;
  });
}
