import { z } from 'zod';
import { DiffFile } from '../commits.ts';
import { get } from './route.ts';
import { runParam } from './run-routes.ts';

/** What a PR changes, and the evidence for it. */
export const PrChange = z.object({
  title: z.string(),
  /** The commit on main; null while work goes on. */
  commit: z.string().nullable(),
  files: z.array(DiffFile),
  /** Tests that were red before the change, by name. */
  proving: z.array(z.string()),
  /** The mutants of the changed lines and how each ended. */
  mutants: z.array(z.string()),
  doubts: z.array(z.string()),
  waivers: z.array(z.object({ what: z.string(), by: z.string(), why: z.string() })),
  /** Open findings of the review. */
  findings: z.array(z.string()),
});
export type PrChange = z.infer<typeof PrChange>;

export const changeRoutes = {
  /** The code that a gated run has made, PR by PR, newest first. Empty for other runs. */
  runChanges: get('/api/runs/:run/changes', {
    params: runParam,
    answer: z.object({
      changes: z.array(PrChange),
      /** Why code that should exist cannot be shown. */
      problem: z.string().nullable(),
    }),
  }),
};
