import { modelCostOf } from '#agents/models/prices/cost.ts';
import { DEFAULT_PRICES } from '#agents/models/prices/default-prices.ts';
import { type Price, type PriceTable, priceOf } from '#agents/models/prices/price-table.ts';
import { type RateLimitHeaders, rateLimitOf } from '#agents/models/rate-limit-headers.ts';
import type { ProgramCalls } from '#agents/program/program-sandbox.ts';
import type { AgentTask } from '#contracts/agent.ts';
import type { CallGate, CallTokens, CallWatch } from '#contracts/model-calls.ts';

/** What tokens of a model cost, and an upper bound where its price is not known. */
export interface CallPrices {
  usd(ref: string, tokens: CallTokens): number | null;
  atMost(provider: string, tokens: CallTokens): number;
}

export function callPrices(own: PriceTable | undefined): CallPrices {
  const tables = [...(own ? [own] : []), DEFAULT_PRICES];
  return {
    usd(ref, tokens) {
      const price = priceOf(ref, tables);
      return price && cost(tokens, price);
    },
    atMost(provider, tokens) {
      const all = tables.flatMap(({ models }) => models).filter(({ model }) => model.startsWith(`${provider}:`));
      return Math.max(0, ...all.map((price) => cost(tokens, price)));
    },
  };
}

export interface WatchedCalls {
  readonly provider: string;
  readonly prices: CallPrices;
  readonly gate: CallGate | undefined;
  readonly task: AgentTask;
}

/** Adds prices to the answers on their way to an agent's own program, and queues its calls with all others. */
export const watchCalls = (calls: ProgramCalls, { provider, prices, gate, task }: WatchedCalls): CallWatch => ({
  mayAsk: () => calls.mayAsk(),
  ...(gate && {
    enter: (signal: AbortSignal) => gate.enter(provider, runOf(task), signal),
    headers: (status: number, headers: RateLimitHeaders) =>
      gate.observe(provider, rateLimitOf(headers, status === 429, Date.now())),
  }),
  answered({ model, tokens, guessed }) {
    const usd = model === null || guessed ? null : prices.usd(`${provider}:${model}`, tokens);
    calls.measured({ ...tokens, usd, atMost: prices.atMost(provider, tokens) });
  },
});

/** The run that an attempt is part of; a task without a run counts as one of its own. */
export const runOf = ({ of, id }: AgentTask): string => of?.run ?? id;

/** The price table counts cached tokens as a part of the input. */
const cost = ({ input, output, cacheRead, cacheWrite }: CallTokens, price: Price): number =>
  modelCostOf({ input: input + cacheRead + cacheWrite, output, cacheRead, cacheWrite, reasoning: 0 }, price);
