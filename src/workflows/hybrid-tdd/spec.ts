import { z } from 'zod';
import { ConfigPath } from '#contracts/config.ts';
import { languageNames } from './languages/languages.ts';

const line = z.string().trim().min(1).max(500);
const times = (most: number) => z.number().int().min(0).max(most);

/** One input and its result, as a person would describe it to both agents. */
export const SpecExample = z.strictObject({
  input: line,
  output: line,
  description: line.optional(),
});
export type SpecExample = z.infer<typeof SpecExample>;

/** A property that must be among the tests: written by a person, or carried over from an earlier run. */
export const SpecProperty = z.strictObject({ name: line, about: line, invariant: line });
export type SpecProperty = z.infer<typeof SpecProperty>;

export const Strictness = z.strictObject({
  /** Every surviving mutant blocks, not only a removed check or a flipped condition. */
  mutationBlocking: z.boolean().default(false),
  /** The hard cap; a fix loop that learns nothing ends before. */
  maxFixAttempts: times(50).default(5),
  /** Rounds of type design after the first. */
  maxTypeFixes: times(20).default(3),
  /** Attempts of either blind agent whose work was refused. */
  maxRetries: times(20).default(3),
  /** Rounds in which the tests agent responds to survivors. */
  maxStrengthen: times(20).default(2),
  /** A function or property sketch that no test covers blocks. */
  requireCoverage: z.boolean().default(true),
  /** The maximum number of mutants. */
  maxMutants: z.number().int().min(1).max(1_000).default(60),
});
export type Strictness = z.infer<typeof Strictness>;

/** What is to be built. Both blind agents see all of it. */
export const Spec = z.strictObject({
  module: line,
  description: z.string().trim().min(1).max(20_000),
  criteria: z.array(line).min(1),
  implPath: ConfigPath,
  testPath: ConfigPath,
  language: z.string().refine((name) => languageNames().includes(name), { error: 'no such language' }),
  examples: z.array(SpecExample).min(1),
  properties: z.array(SpecProperty).default([]),
  /** What earlier runs found wrong with the types. */
  typeNotes: z.array(line).default([]),
  strictness: Strictness.prefault({}),
});
export type Spec = z.infer<typeof Spec>;
