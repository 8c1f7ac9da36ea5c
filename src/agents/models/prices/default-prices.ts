import type { Price, PriceTable } from './price-table.ts';

const OPENAI_PAGE = 'developers.openai.com/api/docs/models/gpt-5-codex';
/** OpenAI's own list could not be read; others that restate it, from March to June 2026, agree. */
const RETOLD: Where = {
  source: 'restated by others from developers.openai.com/api/docs/pricing',
  checked: '2026-06-30',
};
const UNCHECKED: Where = { source: 'not checked: taken to cost what its family does' };

/**
 * The providers' public lists, in USD per million tokens. Prices change: a person's own file (`prices.json` in Assay's
 * home) comes first. A model that is not here has no known price, which is not a price of zero. The names end where a
 * snapshot's date begins, so that `gpt-5` does not lend its price to `gpt-5-new`.
 *
 * Left out on purpose: models whose price depends on the length of the prompt (Claude Haiku 5.5: five times as much above
 * 100,000 tokens), and those of which no provider's page was found.
 */
export const DEFAULT_PRICES: PriceTable = {
  date: '2026-11-15',
  note: 'Standard tier, prompts within the standard context length; may be out of date.',
  models: [
    // Caches at a twentieth of input, as the page of the model says; all others at a tenth.
    ...anthropic(['claude-opus-5-5', 'claude-opus-5-5-20*'], 4, 20, 0.2),
    ...anthropic(['claude-opus-5', 'claude-opus-5-20*', 'claude-opus-4-8', 'claude-opus-4-8-20*'], 5, 25),
    ...anthropic(['claude-opus-4-7', 'claude-opus-4-7-20*', 'claude-opus-4-6', 'claude-opus-4-6-20*'], 5, 25),
    ...anthropic(['claude-opus-4-5', 'claude-opus-4-5-20*'], 5, 25),
    ...anthropic(['claude-opus-4-1', 'claude-opus-4-1-20*', 'claude-opus-4-0', 'claude-opus-4-20*'], 15, 75),
    ...anthropic(['claude-sonnet-5-5', 'claude-sonnet-5-5-20*', 'claude-sonnet-5', 'claude-sonnet-5-20*'], 2, 10),
    ...anthropic(['claude-sonnet-4-6', 'claude-sonnet-4-6-20*', 'claude-sonnet-4-5', 'claude-sonnet-4-5-20*'], 3, 15),
    ...anthropic(['claude-sonnet-4-0', 'claude-sonnet-4-20*'], 3, 15),
    ...anthropic(['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20*'], 3, 15),
    ...anthropic(['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20*'], 3, 15),
    ...anthropic(['claude-haiku-4-5', 'claude-haiku-4-5-20*'], 1, 5),
    ...anthropic(['claude-3-5-haiku-latest', 'claude-3-5-haiku-20*'], 0.8, 4),
    ...openai(['gpt-5.4', 'gpt-5.4-20*'], 2.5, 0.25, 15, RETOLD),
    ...openai(['gpt-5.4-mini', 'gpt-5.4-mini-20*'], 0.75, 0.075, 4.5, RETOLD),
    ...openai(['gpt-5.4-nano', 'gpt-5.4-nano-20*'], 0.2, 0.02, 1.25, RETOLD),
    ...openai(['gpt-5.3-codex', 'gpt-5.2-codex'], 1.75, 0.175, 14, RETOLD),
    ...openai(['gpt-5.2', 'gpt-5.2-20*'], 1.75, 0.175, 14, RETOLD),
    ...openai(['gpt-5.1', 'gpt-5.1-20*'], 1.25, 0.125, 10, RETOLD),
    ...openai(['gpt-5-codex'], 1.25, 0.125, 10, { source: OPENAI_PAGE, checked: '2026-11-15' }),
    ...openai(['gpt-5', 'gpt-5-20*'], 1.25, 0.125, 10, { source: OPENAI_PAGE, checked: '2026-11-15' }),
    ...openai(['gpt-5-mini', 'gpt-5-mini-20*'], 0.25, 0.025, 2, RETOLD),
    ...openai(['gpt-5-nano', 'gpt-5-nano-20*'], 0.05, 0.005, 0.4, RETOLD),
    ...openai(['gpt-4.1', 'gpt-4.1-20*'], 2, 0.5, 8, RETOLD),
    ...openai(['gpt-4.1-mini', 'gpt-4.1-mini-20*'], 0.4, 0.1, 1.6, RETOLD),
    ...openai(['gpt-4.1-nano', 'gpt-4.1-nano-20*'], 0.1, 0.025, 0.4, RETOLD),
    ...openai(['gpt-4o', 'gpt-4o-20*'], 2.5, 1.25, 10, RETOLD),
    ...openai(['gpt-4o-mini', 'gpt-4o-mini-20*'], 0.15, 0.075, 0.6, RETOLD),
    ...openai(['o3', 'o3-20*'], 2, 0.5, 8, RETOLD),
    ...openai(['o4-mini', 'o4-mini-20*'], 1.1, 0.275, 4.4, RETOLD),
    ...openai(['gpt-5.1-chat-latest', 'gpt-5.1-codex', 'gpt-5-chat-latest'], 1.25, 0.125, 10, UNCHECKED),
    ...openai(['gpt-5.1-codex-mini'], 0.25, 0.025, 2, UNCHECKED),
  ],
};

/** Cache writes are 1.25 times the input for five minutes, twice for an hour. */
function anthropic(names: readonly string[], input: number, output: number, cacheRead = input / 10): Price[] {
  return names.map((name) => ({
    model: `anthropic:${name}`,
    input,
    output,
    cacheRead,
    cacheWrite: input * 1.25,
    cacheWriteHour: input * 2,
    source: 'platform.claude.com/docs/en/about-claude/pricing and the pages of the models',
    checked: '2026-11-15',
  }));
}

type Where = Pick<Price, 'source' | 'checked'>;

function openai(
  names: readonly string[],
  input: number,
  cacheRead: number,
  output: number,
  where: Where,
): PriceTable['models'] {
  return names.map((name) => ({ model: `openai:${name}`, input, output, cacheRead, ...where }));
}
