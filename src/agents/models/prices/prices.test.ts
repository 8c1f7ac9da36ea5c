import { describe, expect, it } from 'vitest';
import { addModelUsage, NO_MODEL_USAGE } from '#contracts/model.ts';
import { modelCostOf, priced, requireModelPrice } from './cost.ts';
import { DEFAULT_PRICES } from './default-prices.ts';
import { PriceTable, parsePrices, priceOf } from './price-table.ts';

const tokens = { input: 1_000_000, output: 1_000_000, cacheRead: 400_000, cacheWrite: 100_000, reasoning: 500_000 };

describe('costs', () => {
  it('bill cached tokens apart and thinking as output', () => {
    const price = { model: 'a:b', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 };
    expect(modelCostOf(tokens, price)).toBeCloseTo(0.5 * 3 + 0.4 * 0.3 + 0.1 * 3.75 + 15, 10);
    expect(modelCostOf(tokens, price, '1h')).toBeCloseTo(0.5 * 3 + 0.4 * 0.3 + 0.1 * 6 + 15, 10);
    expect(modelCostOf(tokens, { model: 'a:b', input: 3, output: 15 })).toBeCloseTo(3 + 15, 10);
  });

  it('are those for long prompts for the whole call, if the model has such prices', () => {
    const longer = { above: 100_000, input: 0.5, output: 2.5 };
    const price = { model: 'a:b', input: 0.1, output: 0.5, longer };
    const call = (input: number) => ({ input, output: 1_000, cacheRead: 0, cacheWrite: 0, reasoning: 0 });
    expect(modelCostOf(call(100_000), price)).toBeCloseTo(0.01 + 0.0005, 10);
    expect(modelCostOf(call(100_001), price)).toBeCloseTo(0.0500005 + 0.0025, 7);
  });

  it('are unknown, not nothing, without a price, and stay so in a sum', () => {
    expect(priced(tokens, null)).toMatchObject({ usd: null, total: 2_000_000 });
    const some = priced(tokens, { model: 'a:b', input: 1, output: 1 });
    expect(addModelUsage(NO_MODEL_USAGE, some)).toEqual(some);
    expect(addModelUsage(some, priced(tokens, null))).toMatchObject({ usd: null, total: 4_000_000 });
    expect(() => requireModelPrice({ ref: 'a:b', priced: false })).toThrow(
      expect.objectContaining({ code: 'PRICE_UNKNOWN' }),
    );
    expect(() => requireModelPrice({ ref: 'a:b', priced: true })).not.toThrow();
  });
});

describe('the price table', () => {
  it('is one, with a date, and names no model twice', () => {
    expect(PriceTable.safeParse(DEFAULT_PRICES).success).toBe(true);
    const names = DEFAULT_PRICES.models.map(({ model }) => model);
    expect(new Set(names).size).toBe(names.length);
    for (const { source, checked } of DEFAULT_PRICES.models) {
      expect(source).toMatch(/\w/);
      if (!source?.startsWith('unchecked')) expect(checked).toBeDefined();
    }
  });

  it.each([
    ['anthropic:claude-sonnet-4-5', 3],
    ['anthropic:claude-sonnet-4-5-20250929', 3],
    ['anthropic:claude-opus-4-20250514', 15],
    ['anthropic:claude-opus-4-5-20251101', 5],
    ['anthropic:claude-opus-5-5', 4],
    ['anthropic:claude-sonnet-5', 2],
    ['anthropic:claude-haiku-5-5', 0.1],
    ['openai:gpt-6.1-sol', 2],
    ['openai:gpt-6.1-terra', undefined],
    ['openai:gpt-5', 1.25],
    ['openai:gpt-5.2', 1.75],
    ['openai:gpt-5-2025-08-07', 1.25],
    ['openai:gpt-5-mini-2025-08-07', 0.25],
    ['openai:gpt-5-secret-new-one', undefined],
    ['anthropic:claude-sonnet-9', undefined],
    ['azure:gpt-5', undefined],
  ])('knows %s for %s', (ref, input) => expect(priceOf(ref, [DEFAULT_PRICES])?.input).toBe(input));

  it('prefers a person’s prices, exact names and longer patterns', () => {
    const price = (model: string, input: number) => ({ model, input, output: 1 });
    const own = { date: '2030-01-01', models: [price('a:*', 1), price('a:b*', 2), price('a:bc', 3)] };
    const theirs = { date: '2030-01-01', models: [price('a:x', 9), price('z:y', 8)] };
    const of = (ref: string) => priceOf(ref, [own, theirs])?.input;
    expect(['a:bc', 'a:bd', 'a:x', 'z:y', 'q:q'].map(of)).toEqual([3, 2, 1, 8, undefined]);
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'the file'],
    ['{"date":"yesterday","models":[]}', 'date'],
    ['{"date":"2026-01-01","models":[{"model":"gpt-5","input":1,"output":1}]}', 'models.0.model'],
    ['{"date":"2026-01-01","models":[{"model":"a:b","input":-1,"output":1}]}', 'models.0.input'],
    ['{"date":"2026-01-01","models":[{"model":"a:b","input":1,"output":1,"cached":1}]}', 'cached'],
  ])('refuses %s and says where', (text, where) => {
    expect(() => parsePrices(text, 'prices.json')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(where) }),
    );
  });

  it('reads a person’s file', () => {
    const text = '\uFEFF{"date":"2026-01-01","models":[{"model":"a:b*","input":1,"output":2,"cacheRead":0.1}]}';
    expect(parsePrices(text, 'prices.json').models).toEqual([{ model: 'a:b*', input: 1, output: 2, cacheRead: 0.1 }]);
  });
});
