import { KNOWN_MODELS } from '../registry/known-models.ts';
import type { PriceTable } from './price-table.ts';

/** The prices of known models, in USD per million tokens. */
export const DEFAULT_PRICES: PriceTable = {
  date: '2026-11-16',
  note: 'Standard tier; may be out of date.',
  models: KNOWN_MODELS.flatMap(({ model, price, source, checked }) =>
    price === undefined ? [] : [{ model, ...price, source, ...(checked === undefined ? {} : { checked }) }],
  ),
};
