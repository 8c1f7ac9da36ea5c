import { z } from 'zod';
import { RunId } from '../ids.ts';
import { post } from './route.ts';

/** The example that a server can show: simulated agents, real gates. */
export const ExampleOffer = z.object({
  /** Whether it begins by itself once the page is opened (`assay serve --demo`). */
  auto: z.boolean(),
  /** The run, once it has begun. */
  run: RunId.nullable(),
  /** An interrupted run that is continued instead of a new one. */
  left: RunId.nullable(),
});
export type ExampleOffer = z.infer<typeof ExampleOffer>;

export const ExampleBegun = z.object({
  run: RunId,
  workflow: z.string(),
  /** Why it is not the usual example, and what to do about it; null where it is. */
  instead: z.string().nullable(),
});
export type ExampleBegun = z.infer<typeof ExampleBegun>;

export const exampleRoutes = {
  /** Begins it, or continues the interrupted one; afterwards everyone sees the same run. */
  beginExample: post('/api/example', {
    /** `again`: a new one, although it has been shown. */
    body: z.object({ again: z.boolean().default(false) }),
    answer: ExampleBegun,
  }),
};
