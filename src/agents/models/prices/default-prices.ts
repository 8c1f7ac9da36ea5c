import type { PriceTable } from './price-table.ts';

/**
 * The providers' public lists, in USD per million tokens, as of the date. Prices change: a person's own file
 * (`prices.json` in Assay's home) comes first. A model that is not here has no known price, which is not a price of zero.
 * The names end where a snapshot's date begins, so that `gpt-5` does not lend its price to `gpt-5-new`.
 */
export const DEFAULT_PRICES: PriceTable = {
  date: '2025-12-01',
  note: 'Standard tier, prompts within the standard context length; may be out of date.',
  models: [
    ...anthropic(['claude-opus-4-5', 'claude-opus-4-5-20*'], 5, 25),
    ...anthropic(['claude-opus-4-1', 'claude-opus-4-1-20*', 'claude-opus-4-0', 'claude-opus-4-20*'], 15, 75),
    ...anthropic(['claude-sonnet-4-5', 'claude-sonnet-4-5-20*', 'claude-sonnet-4-0', 'claude-sonnet-4-20*'], 3, 15),
    ...anthropic(['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20*'], 3, 15),
    ...anthropic(['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20*'], 3, 15),
    ...anthropic(['claude-haiku-4-5', 'claude-haiku-4-5-20*'], 1, 5),
    ...anthropic(['claude-3-5-haiku-latest', 'claude-3-5-haiku-20*'], 0.8, 4),
    ...openai(['gpt-5.1', 'gpt-5.1-20*', 'gpt-5.1-chat-latest', 'gpt-5.1-codex'], 1.25, 0.125, 10),
    ...openai(['gpt-5', 'gpt-5-20*', 'gpt-5-chat-latest', 'gpt-5-codex'], 1.25, 0.125, 10),
    ...openai(['gpt-5-mini', 'gpt-5-mini-20*', 'gpt-5.1-codex-mini'], 0.25, 0.025, 2),
    ...openai(['gpt-5-nano', 'gpt-5-nano-20*'], 0.05, 0.005, 0.4),
    ...openai(['gpt-4.1', 'gpt-4.1-20*'], 2, 0.5, 8),
    ...openai(['gpt-4.1-mini', 'gpt-4.1-mini-20*'], 0.4, 0.1, 1.6),
    ...openai(['gpt-4.1-nano', 'gpt-4.1-nano-20*'], 0.1, 0.025, 0.4),
    ...openai(['gpt-4o', 'gpt-4o-20*'], 2.5, 1.25, 10),
    ...openai(['gpt-4o-mini', 'gpt-4o-mini-20*'], 0.15, 0.075, 0.6),
    ...openai(['o3', 'o3-20*'], 2, 0.5, 8),
    ...openai(['o4-mini', 'o4-mini-20*'], 1.1, 0.275, 4.4),
  ],
};

/** Anthropic bills the cache by factors: reads a tenth of input, writes 1.25 times for five minutes, twice for an hour. */
function anthropic(names: readonly string[], input: number, output: number): PriceTable['models'] {
  return names.map((name) => ({
    model: `anthropic:${name}`,
    input,
    output,
    cacheRead: input / 10,
    cacheWrite: input * 1.25,
    cacheWriteHour: input * 2,
  }));
}

function openai(names: readonly string[], input: number, cacheRead: number, output: number): PriceTable['models'] {
  return names.map((name) => ({ model: `openai:${name}`, input, output, cacheRead }));
}
