import type { Effort } from '#contracts/model.ts';
import type { ModelFacts } from './model-facts.ts';

type Row = Omit<ModelFacts, 'model' | 'source' | 'checked'> & Partial<Pick<ModelFacts, 'source' | 'checked'>>;
type Price = NonNullable<ModelFacts['price']>;

const TODAY = '2026-11-16';
const EARLIER = '2026-11-15';
const M = 1_000_000;
const CLAUDE_PAGES = 'platform.claude.com/docs/en/about-claude: pages of the models, pricing';
const OPENAI_PAGES = 'developers.openai.com/api/docs/models';
/** OpenAI's own page could not be read; other sources agree on these values. */
const RETOLD = { source: 'restated by others from developers.openai.com/api/docs/pricing' };
const UNCHECKED = { source: 'unchecked: taken to cost what its family does' };
const OPENAI_ENDS = 'developers.openai.com/api/docs/deprecations, as restated on 2026-10-28';

const LOW_TO_MAX: Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const NONE_TO_MAX: Effort[] = ['none', ...LOW_TO_MAX];
const GPT_5: Effort[] = ['minimal', 'low', 'medium', 'high'];

/**
 * The models of the providers with a client, from their own pages. This data ages: `assay models --refresh` asks the
 * providers, and a person's `prices.json` overrides these prices. A model that is not here has no known price and no
 * known window, which is neither zero nor a guess. Names end where a snapshot's date begins, so that `gpt-5` does not
 * lend its price to `gpt-5-new`.
 */
export const KNOWN_MODELS: readonly ModelFacts[] = [
  ...claude(['claude-fable-5-1'], { window: M, maxOutput: 128_000, price: claudePrice(10, 50), checked: TODAY }),
  // Caches at a twentieth of input, according to its page.
  ...claude(['claude-opus-5-5', 'claude-opus-5-5-20*'], {
    window: M,
    maxOutput: 128_000,
    thinking: LOW_TO_MAX,
    price: { ...claudePrice(4, 20), cacheRead: 0.2 },
    checked: TODAY,
  }),
  ...claude(['claude-sonnet-5-5', 'claude-sonnet-5-5-20*'], {
    window: M,
    maxOutput: 128_000,
    thinking: LOW_TO_MAX,
    price: claudePrice(2, 10),
    checked: TODAY,
  }),
  // The whole prompt costs five times as much when it has more than 100,000 tokens.
  ...claude(['claude-haiku-5-5', 'claude-haiku-5-5-20*'], {
    window: M,
    maxOutput: 128_000,
    thinking: LOW_TO_MAX,
    price: { ...claudePrice(0.1, 0.5), longer: { above: 100_000, ...claudePrice(0.5, 2.5) } },
    checked: TODAY,
  }),
  ...claude(['claude-opus-5', 'claude-opus-5-20*'], {
    window: M,
    maxOutput: 128_000,
    price: claudePrice(5, 25),
    ends: { date: '2027-07-24', how: 'not-before', instead: 'anthropic:claude-opus-5-5' },
    checked: TODAY,
  }),
  ...claude(['claude-sonnet-5', 'claude-sonnet-5-20*'], {
    window: M,
    maxOutput: 128_000,
    price: claudePrice(2, 10),
    checked: TODAY,
  }),
  ...claude(['claude-opus-4-8', 'claude-opus-4-8-20*', 'claude-opus-4-7', 'claude-opus-4-7-20*'], {
    price: claudePrice(5, 25),
  }),
  ...claude(['claude-opus-4-6', 'claude-opus-4-6-20*'], { price: claudePrice(5, 25) }),
  ...claude(['claude-opus-4-5', 'claude-opus-4-5-20*'], { window: 200_000, price: claudePrice(5, 25) }),
  ...claude(['claude-opus-4-1', 'claude-opus-4-1-20*'], {
    window: 200_000,
    price: claudePrice(15, 75),
    ends: { date: '2026-08-05', how: 'on', instead: 'anthropic:claude-opus-5-5' },
  }),
  ...claude(['claude-opus-4-0', 'claude-opus-4-20*'], {
    window: 200_000,
    price: claudePrice(15, 75),
    ends: { date: '2026-06-15', how: 'on', instead: 'anthropic:claude-opus-5-5' },
  }),
  ...claude(['claude-sonnet-4-6', 'claude-sonnet-4-6-20*'], { price: claudePrice(3, 15) }),
  ...claude(['claude-sonnet-4-5', 'claude-sonnet-4-5-20*'], {
    window: 200_000,
    price: claudePrice(3, 15),
    ends: { date: '2026-09-29', how: 'not-before', instead: 'anthropic:claude-sonnet-5-5' },
  }),
  ...claude(['claude-sonnet-4-0', 'claude-sonnet-4-20*'], {
    window: 200_000,
    price: claudePrice(3, 15),
    ends: { date: '2026-06-15', how: 'on', instead: 'anthropic:claude-sonnet-5-5' },
  }),
  ...claude(['claude-haiku-4-5', 'claude-haiku-4-5-20*'], {
    window: 200_000,
    maxOutput: 64_000,
    price: claudePrice(1, 5),
    ends: { date: '2026-10-15', how: 'not-before', instead: 'anthropic:claude-haiku-5-5' },
  }),

  ...gpt(['gpt-6-astra'], {
    window: 1_050_000,
    maxOutput: 128_000,
    thinking: LOW_TO_MAX,
    price: gpt6Price(10, 1, 50),
    source: `${OPENAI_PAGES}/gpt-6-astra, as restated by others`,
    checked: TODAY,
  }),
  ...gpt(['gpt-6.1-sol', 'gpt-6.1-sol-20*'], {
    window: 1_050_000,
    maxOutput: 128_000,
    thinking: LOW_TO_MAX,
    price: gpt6Price(2, 0.1, 10),
    source: `${OPENAI_PAGES}/gpt-6.1-sol`,
    checked: TODAY,
  }),
  ...gpt(['gpt-6-sol', 'gpt-6-sol-20*'], {
    window: 1_050_000,
    maxOutput: 128_000,
    thinking: NONE_TO_MAX,
    price: gpt6Price(2, 0.2, 10),
    ...RETOLD,
    checked: TODAY,
  }),
  ...gpt(['gpt-6-luna', 'gpt-6-luna-20*'], {
    window: 1_050_000,
    maxOutput: 128_000,
    thinking: NONE_TO_MAX,
    price: gpt6Price(0.1, 0.01, 0.5),
    ...RETOLD,
    checked: TODAY,
  }),
  // The price of cache reads was not found.
  ...gpt(['gpt-6.1-terra', 'gpt-6.1-terra-20*'], { window: 1_050_000, maxOutput: 128_000, ...RETOLD, checked: TODAY }),
  ...gpt(['gpt-5.4', 'gpt-5.4-20*'], { window: 1_050_000, maxOutput: 128_000, price: price(2.5, 0.25, 15) }),
  ...gpt(['gpt-5.4-mini', 'gpt-5.4-mini-20*'], { window: 400_000, price: price(0.75, 0.075, 4.5) }),
  ...gpt(['gpt-5.4-nano', 'gpt-5.4-nano-20*'], { price: price(0.2, 0.02, 1.25) }),
  ...gpt(['gpt-5.3-codex', 'gpt-5.2-codex'], { price: price(1.75, 0.175, 14) }),
  ...gpt(['gpt-5.2', 'gpt-5.2-20*'], { price: price(1.75, 0.175, 14) }),
  ...gpt(['gpt-5.1', 'gpt-5.1-20*'], { price: price(1.25, 0.125, 10), ends: { date: '2027-04-01', how: 'on' } }),
  ...gpt(['gpt-5-codex'], { price: price(1.25, 0.125, 10), source: `${OPENAI_PAGES}/gpt-5-codex`, checked: EARLIER }),
  ...gpt(['gpt-5', 'gpt-5-20*'], {
    window: 400_000,
    thinking: GPT_5,
    price: price(1.25, 0.125, 10),
    ends: { date: '2026-12-11', how: 'on', instead: 'openai:gpt-6.1-sol' },
    source: OPENAI_ENDS,
    checked: TODAY,
  }),
  ...gpt(['gpt-5-mini', 'gpt-5-mini-20*'], {
    window: 400_000,
    thinking: GPT_5,
    price: price(0.25, 0.025, 2),
    ends: { date: '2026-12-11', how: 'on', instead: 'openai:gpt-6-luna' },
    source: OPENAI_ENDS,
    checked: TODAY,
  }),
  ...gpt(['gpt-5-nano', 'gpt-5-nano-20*'], {
    window: 400_000,
    thinking: GPT_5,
    price: price(0.05, 0.005, 0.4),
    ends: { date: '2026-12-11', how: 'on', instead: 'openai:gpt-6-luna' },
    source: OPENAI_ENDS,
    checked: TODAY,
  }),
  ...gpt(['gpt-4.1', 'gpt-4.1-20*'], endsWithJanuary({ window: 1_047_576, price: price(2, 0.5, 8) })),
  ...gpt(['gpt-4.1-mini', 'gpt-4.1-mini-20*'], endsWithJanuary({ window: 1_047_576, price: price(0.4, 0.1, 1.6) })),
  ...gpt(['gpt-4o', 'gpt-4o-20*'], endsWithJanuary({ window: 128_000, price: price(2.5, 1.25, 10) })),
  ...gpt(['gpt-4o-mini', 'gpt-4o-mini-20*'], endsWithJanuary({ window: 128_000, price: price(0.15, 0.075, 0.6) })),
  ...gpt(['gpt-4.1-nano', 'gpt-4.1-nano-20*'], {
    price: price(0.1, 0.025, 0.4),
    ends: { date: '2026-10-23', how: 'on', instead: 'openai:gpt-6-luna' },
  }),
  ...gpt(['o3', 'o3-20*'], {
    window: 200_000,
    price: price(2, 0.5, 8),
    ends: { date: '2026-12-11', how: 'on', instead: 'openai:gpt-6.1-sol' },
  }),
  ...gpt(['o4-mini', 'o4-mini-20*'], {
    window: 200_000,
    price: price(1.1, 0.275, 4.4),
    ends: { date: '2026-10-23', how: 'on', instead: 'openai:gpt-6-luna' },
  }),
  ...gpt(['gpt-5.1-chat-latest', 'gpt-5.1-codex', 'gpt-5-chat-latest'], {
    price: price(1.25, 0.125, 10),
    ...UNCHECKED,
  }),
  ...gpt(['gpt-5.1-codex-mini'], { price: price(0.25, 0.025, 2), ...UNCHECKED }),
];

/** Default models, by purpose. */
export const DEFAULT_TIERS = {
  anthropic: {
    fast: 'anthropic:claude-haiku-5-5',
    standard: 'anthropic:claude-sonnet-5-5',
    deep: 'anthropic:claude-opus-5-5',
  },
  openai: { fast: 'openai:gpt-6-luna', standard: 'openai:gpt-6.1-sol', deep: 'openai:gpt-6.1-sol' },
} as const;

function claude(names: readonly string[], row: Row): ModelFacts[] {
  return names.map((name) => ({ model: `anthropic:${name}`, source: CLAUDE_PAGES, checked: EARLIER, ...row }));
}

function gpt(names: readonly string[], row: Row): ModelFacts[] {
  const where = row.source?.startsWith('unchecked') ? {} : { checked: '2026-06-30' };
  return names.map((name) => ({ model: `openai:${name}`, ...RETOLD, ...where, ...row }));
}

/** Announced on 2026-10-14 for four of them at once. */
function endsWithJanuary(row: Row): Row {
  return {
    ...row,
    ends: { date: '2027-01-14', how: 'on', instead: 'openai:gpt-6-luna' },
    source: OPENAI_ENDS,
    checked: TODAY,
  };
}

/** Cache reads are a tenth of the input; writes 1.25 times it for five minutes, twice for an hour. */
function claudePrice(input: number, output: number): Price {
  return { input, output, cacheRead: input / 10, cacheWrite: input * 1.25, cacheWriteHour: input * 2 };
}

function price(input: number, cacheRead: number, output: number): Price {
  return { input, output, cacheRead };
}

/** Above 272,000 tokens of prompt input and cache cost twice as much, output half as much again. */
function gpt6Price(input: number, cacheRead: number, output: number): Price {
  const long = { input: 2 * input, cacheRead: 2 * cacheRead, cacheWrite: 2.5 * input, output: 1.5 * output };
  return { input, output, cacheRead, cacheWrite: 1.25 * input, longer: { above: 272_000, ...long } };
}
