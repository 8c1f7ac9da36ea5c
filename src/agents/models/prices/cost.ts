import { AssayError } from '#contracts/errors.ts';
import type { ModelUsage } from '#contracts/model.ts';
import type { Price } from './price-table.ts';

export type TokenCounts = Omit<ModelUsage, 'usd' | 'total'>;

/** The cost of a call. Cached tokens are part of the input, thinking is part of the output. */
export function modelCostOf(tokens: TokenCounts, table: Price, cacheFor: '5m' | '1h' = '5m'): number {
  const price = table.longer !== undefined && tokens.input > table.longer.above ? table.longer : table;
  const write = cacheFor === '1h' ? (price.cacheWriteHour ?? price.cacheWrite) : price.cacheWrite;
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite);
  const millionths =
    fresh * price.input +
    tokens.cacheRead * (price.cacheRead ?? price.input) +
    tokens.cacheWrite * (write ?? price.input) +
    tokens.output * price.output;
  return millionths / 1_000_000;
}

/** Usage with its cost; null, never zero, where no price is known. */
export function priced(tokens: TokenCounts, price: Price | null, cacheFor: '5m' | '1h' = '5m'): ModelUsage {
  return {
    ...tokens,
    total: tokens.input + tokens.output,
    usd: price === null ? null : modelCostOf(tokens, price, cacheFor),
  };
}

/** For callers with a limit in USD: it cannot be kept without a price. */
export function requireModelPrice(model: { readonly ref: string; readonly priced: boolean }): void {
  if (model.priced) return;
  throw new AssayError('PRICE_UNKNOWN', `no price is known for ${model.ref}, so a budget in USD cannot be kept`, {
    next: `Add ${model.ref} to prices.json in Assay's home, or give the budget in tokens.`,
  });
}
