import { z } from 'zod';
import { Finding } from '#contracts/gate.ts';

/** A diff and a description, for eyes that have seen nothing else of it. */
export const ReviewRequest = z.object({
  title: z.string(),
  description: z.string(),
  /** What the person asked for, in the plan's own words. */
  item: z.object({ title: z.string(), body: z.string() }).nullable().default(null),
  /** Its criteria, and what each was proven by: tests that were red for it, or a person's word. */
  criteria: z
    .array(
      z.object({ number: z.number().int(), text: z.string(), tests: z.array(z.string()), word: z.string().nullable() }),
    )
    .default([]),
  diff: z.string(),
  /** What the gates found doubtful, with what they measured. */
  doubts: z.array(z.string()),
  /** Only these are to be looked at again; empty for the whole. */
  earlier: z.array(z.string()),
  /** Overruled by a person: not to be raised again. */
  waived: z.array(z.string()).default([]),
  /** What a person has said of this review. */
  advice: z.array(z.string()).default([]),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** What a reviewing agent returns. */
export const ReviewClaim = z.object({
  findings: z.array(Finding),
  remaining: z
    .array(z.number().int().positive())
    .default([])
    .describe('Where findings are numbered: the numbers of those that are not settled.'),
});
