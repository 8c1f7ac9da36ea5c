import { z } from 'zod';

/** The claim of a blind second author: names and words; the tests are on disk. */
export const BlindClaim = z.object({
  tests: z
    .array(
      z.object({
        name: z.string().describe('The title of the test, as it is in the file.'),
        behaviour: z.string().describe('In one sentence, without code: what must happen, as the plan says it.'),
      }),
    )
    .default([]),
});
export type BlindClaim = z.infer<typeof BlindClaim>;

/** Its task, and the workspace in which it writes: the old main, without a line of the change. */
export const BlindRequest = z.object({
  place: z.string(),
  item: z.object({ title: z.string(), body: z.string() }),
  criteria: z.array(z.string()),
  signatures: z.array(z.string()),
});
export type BlindRequest = z.infer<typeof BlindRequest>;

const Dropped = z.object({ name: z.string(), why: z.string() });

/** Kept only in the log: the author of the change never sees the files. */
export const BlindTests = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  notRed: z.array(z.string()),
  dropped: z.array(Dropped),
  said: BlindClaim.shape.tests,
});
export type BlindTests = z.infer<typeof BlindTests>;

/** The required behaviour of a failing test, in words; its title if its author gave none. */
export const behaviourOf = (title: string, { said }: Pick<BlindTests, 'said'>): string =>
  said.find(({ name }) => name === title || name.endsWith(title))?.behaviour ?? title;
