import { z } from 'zod';
import { BlobHash, TreeHash } from './ids.ts';

export const TestState = z.enum(['passed', 'failed', 'skipped', 'todo']);
export type TestState = z.infer<typeof TestState>;

/** Why a test failed. Gates tell an honest red from a broken file by this. */
export const FailureKind = z.enum([
  'assertion',
  'exception',
  'missing-symbol',
  'syntax',
  'time-out',
  'crash',
  'unknown',
]);
export type FailureKind = z.infer<typeof FailureKind>;

export const TestFailure = z.object({
  kind: FailureKind,
  message: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  /** The input a property test found. */
  counterexample: z.string().optional(),
  /** Where in the project it happened. */
  file: z.string().optional(),
  line: z.number().int().optional(),
});
export type TestFailure = z.infer<typeof TestFailure>;

export const TestCase = z.object({
  /** Unique in the run: file, suites and title as the runner names them. */
  id: z.string(),
  file: z.string(),
  suites: z.array(z.string()),
  title: z.string(),
  state: TestState,
  durationMs: z.number().nonnegative(),
  failure: TestFailure.optional(),
});
export type TestCase = z.infer<typeof TestCase>;

/** How a test run as a whole went. `ran` says nothing about green: look at the tests. */
export const TestRunOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ran') }),
  z.object({ type: z.literal('no-tests'), why: z.string() }),
  z.object({ type: z.literal('broken'), kind: FailureKind, message: z.string() }),
  z.object({ type: z.literal('infrastructure'), message: z.string(), next: z.string() }),
]);
export type TestRunOutcome = z.infer<typeof TestRunOutcome>;

/** What a gate believes, because it ran it: content-addressed evidence of one test run. */
export const TestEvidence = z.object({
  runner: z.string(),
  command: z.array(z.string()),
  tree: TreeHash.nullable(),
  outcome: TestRunOutcome,
  tests: z.array(TestCase),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  output: BlobHash.nullable(),
});
export type TestEvidence = z.infer<typeof TestEvidence>;
