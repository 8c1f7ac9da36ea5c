import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';

/** USD per million tokens. Thinking is billed as output. */
export const Price = z.strictObject({
  /** `PROVIDER:NAME`; a `*` at its end matches any rest. */
  model: z.string().regex(/^[a-z][a-z0-9-]*:[^*]*\*?$/, 'PROVIDER:NAME, with a * at the end or none'),
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Read from the prompt cache; default: as input. */
  cacheRead: z.number().nonnegative().optional(),
  /** Written to a cache kept for five minutes, for an hour; default: as input. */
  cacheWrite: z.number().nonnegative().optional(),
  cacheWriteHour: z.number().nonnegative().optional(),
  /** The price of the whole call where its prompt, including cached tokens, has more than this many tokens. */
  longer: z
    .strictObject({
      above: z.number().int().positive(),
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cacheRead: z.number().nonnegative().optional(),
      cacheWrite: z.number().nonnegative().optional(),
      cacheWriteHour: z.number().nonnegative().optional(),
    })
    .optional(),
  /** Where it was read, and when: a page, or a note on its basis. */
  source: z.string().optional(),
  checked: z.iso.date().optional(),
});
export type Price = z.infer<typeof Price>;

export const PriceTable = z.strictObject({
  /** When the prices were read from the providers' lists. */
  date: z.iso.date(),
  note: z.string().optional(),
  models: z.array(Price),
});
export type PriceTable = z.infer<typeof PriceTable>;

/** The price of a model: an exact name before a pattern, a longer pattern before a shorter, the first table first. */
export function priceOf(ref: string, tables: readonly PriceTable[]): Price | null {
  for (const { models } of tables) {
    const exact = models.find(({ model }) => model === ref);
    if (exact !== undefined) return exact;
    const fitting = models.filter(({ model }) => model.endsWith('*') && ref.startsWith(model.slice(0, -1)));
    const longest = fitting.sort((left, right) => right.model.length - left.model.length)[0];
    if (longest !== undefined) return longest;
  }
  return null;
}

/** A person's own prices, as text of their file. */
export function parsePrices(text: string, path: string): PriceTable {
  const broken = (problem: string, cause: unknown): AssayError =>
    new AssayError('CONFIG_INVALID', `${path}: ${problem}`, {
      next: 'It looks like {"date":"2026-01-31","models":[{"model":"openai:gpt-6.1-sol","input":2,"output":10}]}, in USD per million tokens.',
      cause,
    });
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw broken(`not JSON (${cause instanceof Error ? cause.message : String(cause)})`, cause);
  }
  const read = PriceTable.safeParse(data);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw broken(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'does not fit'}`, read.error);
}
