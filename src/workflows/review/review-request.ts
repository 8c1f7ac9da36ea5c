import { z } from 'zod';
import { EvidenceRef, Finding } from '#contracts/gate.ts';

/** A diff, the request and all doubts, for an independent reviewer. Agents and commands get the same. */
export const ReviewRequest = z.object({
  title: z.string(),
  description: z.string(),
  /** The person's request, in the plan's own words. */
  item: z.object({ title: z.string(), body: z.string() }).nullable().default(null),
  /** Its criteria, and the proof of each: tests that were red for it, or a person's waiver. */
  criteria: z
    .array(
      z.object({ number: z.number().int(), text: z.string(), tests: z.array(z.string()), word: z.string().nullable() }),
    )
    .default([]),
  diff: z.string(),
  /** Every file of the change. */
  files: z.array(z.string()).default([]),
  /** The gates' doubts, with their measurements. */
  doubts: z.array(z.string()),
  /** Failing tests that the author has not seen: only for the reviewer. */
  blindTests: z.array(z.object({ behaviour: z.string(), test: z.string(), seen: z.string() })).default([]),
  /** Earlier measurements, and where their evidence is. */
  evidence: z.array(EvidenceRef).default([]),
  /** Changed files that nothing here measures: neither code nor tests nor prose. */
  unmeasuredFiles: z.array(z.string()).default([]),
  /** Changed code that neither the plan item, the draft nor a changed test mentions. */
  unexplainedFiles: z.array(z.string()).default([]),
  /** Only these are to be reviewed again; empty for everything. */
  earlier: z.array(z.string()),
  /** Waived by a person: not to be raised again. */
  waived: z.array(z.string()).default([]),
  /** A person's remarks on this review. */
  advice: z.array(z.string()).default([]),
  /** Who wrote the change and who reviews it, as far as it is known. */
  author: z.string().nullable().default(null),
  reviewer: z.string().nullable().default(null),
  /** What the previous answer left without a judgement. */
  unjudged: z.array(z.string()).default([]),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** The claim of a reviewing agent. */
export const ReviewClaim = z.object({
  findings: z.array(Finding),
  remaining: z
    .array(z.number().int().positive())
    .default([])
    .describe('Where findings are numbered: the numbers of those that are not settled.'),
  judged: z
    .array(
      z.object({
        what: z.string().describe('C1 for criterion 1, D2 for doubt 2.'),
        holds: z.boolean().describe('Of a criterion: it is met. Of a doubt: nothing is wrong.'),
        evidence: z.string().describe('What shows it: a file of the change with a line, or a test by its name.'),
      }),
    )
    .default([])
    .describe('One for each criterion and each doubt.'),
});
export type ReviewClaim = z.infer<typeof ReviewClaim>;
