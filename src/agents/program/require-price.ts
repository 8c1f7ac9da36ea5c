import type { AgentTask } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';

/** A budget in money cannot be kept by a program that counts tokens only, where nobody says what they cost. */
export function requirePrice({ limits, model }: AgentTask, program: string, priced: boolean): void {
  if (limits.usd === undefined || priced) return;
  const which = model === undefined ? 'its own model' : model;
  throw new AssayError(
    'PRICE_UNKNOWN',
    `${program} does not tell what ${which} costs, so a budget in USD cannot be kept.`,
    {
      next: 'Name a model whose price is known, or give the budget in tokens.',
    },
  );
}
