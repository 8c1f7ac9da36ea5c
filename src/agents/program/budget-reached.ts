import type { ErrorInfo } from '#contracts/errors.ts';

/** The attempt stops because its run's budget is used up; the run waits for a person, not for another attempt. */
export const budgetReached = (used: string): ErrorInfo => ({
  code: 'BUDGET_REACHED',
  message: `the budget of the run is used up; this attempt had used ${used}`,
  next: 'Raise it: assay runs budget RUN --usd N or --tokens N.',
});
