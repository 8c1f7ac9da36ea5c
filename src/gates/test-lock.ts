import { z } from 'zod';
import { TreeHash } from '#contracts/ids.ts';

/** The tests of a RED step as they were when they failed for the right reason: GREEN must make these very ones pass. */
export const TestLock = z.object({
  /** The tree in which they were red. */
  tree: TreeHash,
  tests: z
    .array(
      z.object({
        id: z.string(),
        runner: z.string(),
        root: z.string(),
        file: z.string(),
        suites: z.array(z.string()),
        title: z.string(),
        /**
         * How it is found again: by its text; by the name the runner reported; or, where its file did not load, as any
         * test of that file that main does not have.
         */
        by: z.enum(['text', 'report', 'file']).default('text'),
      }),
    )
    .min(1),
});
export type TestLock = z.infer<typeof TestLock>;

/** Hashes of a test's text: they identify it wherever it appears later. */
export const KeptTest = z.object({
  id: z.string(),
  file: z.string(),
  hash: z.string(),
  /** Without its title; null where it has none. */
  body: z.string().nullable(),
});
export type KeptTest = z.infer<typeof KeptTest>;
