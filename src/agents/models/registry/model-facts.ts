import { z } from 'zod';
import { Effort } from '#contracts/model.ts';
import { Price } from '../prices/price-table.ts';

/** Known facts about a model. Missing ones were not looked up; nothing here is guessed. */
export const ModelFacts = z.strictObject({
  /** `PROVIDER:NAME`; a `*` at its end matches any rest. */
  model: z.string(),
  /** Tokens of prompt and answer together. */
  window: z.number().int().positive().optional(),
  maxOutput: z.number().int().positive().optional(),
  price: Price.omit({ model: true, source: true, checked: true }).optional(),
  /** Its levels of thinking; empty where it has none. */
  thinking: z.array(Effort).optional(),
  ends: z
    .strictObject({
      date: z.iso.date(),
      /** `on`: announced for that day. `not-before`: the provider guarantees it until then. */
      how: z.enum(['on', 'not-before']),
      /** Its replacement. */
      instead: z.string().optional(),
    })
    .optional(),
  /** Where it was read, and when; text after `unchecked` was not checked. */
  source: z.string(),
  checked: z.iso.date().optional(),
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** An exact name before a pattern, a longer pattern before a shorter. */
export function modelFactsOf(ref: string, known: readonly ModelFacts[]): ModelFacts | undefined {
  const exact = known.find(({ model }) => model === ref);
  if (exact !== undefined) return exact;
  return known
    .filter(({ model }) => model.endsWith('*') && ref.startsWith(model.slice(0, -1)))
    .sort((left, right) => right.model.length - left.model.length)[0];
}
