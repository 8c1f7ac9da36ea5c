import { z } from 'zod';
import { DiffFile } from '../commits.ts';
import { get } from './route.ts';
import { runParam } from './run-routes.ts';

/** What a PR changes, and what speaks for it. */
export const PrChange = z.object({
  title: z.string(),
  /** The commit on main; null while it is worked on. */
  commit: z.string().nullable(),
  files: z.array(DiffFile),
  /** Tests that were red before the change, by name. */
  proving: z.array(z.string()),
  /** What became of mutants of the changed lines. */
  mutants: z.array(z.string()),
  doubts: z.array(z.string()),
  waivers: z.array(z.object({ what: z.string(), by: z.string(), why: z.string() })),
  /** What the review still has against it. */
  findings: z.array(z.string()),
});
export type PrChange = z.infer<typeof PrChange>;

export const changeRoutes = {
  /** The code that a gated run has made: PR by PR, the last one first. Empty for other runs. */
  runChanges: get('/api/runs/:run/changes', {
    params: runParam,
    answer: z.object({
      changes: z.array(PrChange),
      /** Why code cannot be shown, where there should be some. */
      problem: z.string().nullable(),
    }),
  }),
};
