import { z } from 'zod';
import { BlobHash, TreeHash } from './ids.ts';

export const TestState = z.enum(['passed', 'failed', 'skipped', 'todo']);
export type TestState = z.infer<typeof TestState>;

/** Why a test failed. It lets gates tell an honest red from a broken file. */
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

/**
 * Why a run cannot be trusted: a file that did not load (`syntax`, `missing-symbol`, `exception`), a runner that
 * refused its configuration, a report that is missing, old, cut off or contradicted by the run, output without end.
 */
export const BrokenKind = z.enum([...FailureKind.options, 'config', 'report', 'flood']);
export type BrokenKind = z.infer<typeof BrokenKind>;

/** Which tests to run. */
export const TestSelection = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('files'), files: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('test'), file: z.string(), suites: z.array(z.string()), title: z.string() }),
]);
export type TestSelection = z.infer<typeof TestSelection>;

/** How a test run as a whole ended. `ran` does not mean green: look at the tests. */
export const TestRunOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ran') }),
  z.object({ type: z.literal('no-tests'), why: z.string() }),
  z.object({
    type: z.literal('broken'),
    kind: BrokenKind,
    message: z.string(),
    /** Failures outside of tests, by file where that is known. */
    failures: z.array(TestFailure).default([]),
  }),
  z.object({ type: z.literal('infrastructure'), message: z.string(), next: z.string() }),
]);
export type TestRunOutcome = z.infer<typeof TestRunOutcome>;

/** Evidence of one test run, content-addressed: what a gate believes, because it ran it. */
export const TestEvidence = z.object({
  runner: z.string(),
  command: z.array(z.string()),
  tree: TreeHash.nullable(),
  outcome: TestRunOutcome,
  tests: z.array(TestCase),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  /** Processes the run left behind; they were ended with it. */
  leftovers: z.number().int().default(0),
  output: BlobHash.nullable(),
  /** What it was measured with, where that matters: dependencies and where they came from. */
  notes: z.array(z.string()).optional(),
  /** What the run itself printed, with its middle cut out. */
  said: z.string().optional(),
});
export type TestEvidence = z.infer<typeof TestEvidence>;
