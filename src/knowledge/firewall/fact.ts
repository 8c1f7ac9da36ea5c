import { z } from 'zod';

/** A checkable part of a claim. */
export const FactReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  z.object({ kind: z.literal('symbol'), name: z.string().min(1), path: z.string().min(1).optional() }),
  z.object({
    kind: z.literal('edge'),
    edge: z.enum(['calls', 'imports', 'defines']),
    from: z.string().min(1),
    to: z.string().min(1),
  }),
  /** A text that is claimed to occur somewhere. */
  z.object({ kind: z.literal('pattern'), text: z.string().min(3), path: z.string().min(1).optional() }),
  /** A sentence that is claimed to be in an indexed document. */
  z.object({ kind: z.literal('citation'), document: z.string().min(1), quote: z.string().min(8) }),
  /** A count: lines of a file, symbols in it, files that import it, functions that call one. */
  z.object({
    kind: z.literal('number'),
    of: z.enum(['lines', 'symbols', 'importers', 'callers', 'commits']),
    subject: z.string().min(1),
    value: z.number(),
  }),
]);
export type FactReference = z.infer<typeof FactReference>;

/** What a model wants to be remembered: a sentence, and everything in it that can be checked. */
export const Fact = z.object({
  statement: z.string().min(3).max(2_000),
  references: z.array(FactReference).max(40),
  session: z.string().optional(),
  /** The author: an agent, a model. */
  by: z.string().min(1),
});
export type Fact = z.infer<typeof Fact>;
