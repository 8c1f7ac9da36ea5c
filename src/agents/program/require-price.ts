import { type AgentTask, type AgentUsage, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';

/** What tokens of a model cost; null where its price is not known. Without a model it is the program's own. */
export type PriceOf = (usage: Omit<AgentUsage, 'usd'>, model: string | undefined) => number | null;

/** Whether there is a money limit for this attempt: its own, or that of its run. */
export const countsMoney = ({ limits, costMustBeKnown = false }: AgentTask): boolean =>
  limits.usd !== undefined || costMustBeKnown;

/** A money limit cannot be kept for a program that only counts tokens, where their price is not known. */
export function requirePrice(task: AgentTask, program: string, priceOf: PriceOf | undefined): void {
  if (countsMoney(task)) requireProgramPrice(task.model, program, priceOf);
}

/** The same before anything is begun. */
export function requireProgramPrice(model: string | undefined, program: string, priceOf: PriceOf | undefined): void {
  const price = priceOf?.(NO_AGENT_USAGE, model) ?? null;
  if (price !== null) return;
  const which = model === undefined ? 'its own model' : model;
  throw unkept(`${program} does not tell what ${which} costs, so a budget in USD cannot be kept.`);
}

/** The same where only its work shows that it does not report usage: it is stopped. */
export function requireCount(task: AgentTask, program: string, usd: number | null): void {
  if (!countsMoney(task) || usd !== null) return;
  throw unkept(`${program} did not tell what it used, so a budget in USD cannot be kept.`);
}

const unkept = (seen: string): AssayError =>
  new AssayError('PRICE_UNKNOWN', seen, {
    next: 'Name a model whose price is known (--model PROVIDER:NAME), or give the budget in tokens or attempts.',
  });
