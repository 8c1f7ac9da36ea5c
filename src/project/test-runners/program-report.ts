import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { FailureKind, type TestRunOutcome, TestState } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { withIds } from './test-id.ts';

const Problem = z.object({
  kind: FailureKind,
  message: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
});

/** The report format of our own programs that run a language's tests (Python, Ruby, PHP). */
export const programReport = <F extends z.ZodType, P extends z.ZodType, B extends z.ZodType>(
  file: F,
  problem: P,
  broken: B,
) =>
  z.object({
    assay: z.literal(1),
    tests: z.array(
      z.object({
        file,
        suites: z.array(z.string()),
        title: z.string(),
        state: TestState,
        ms: z.number().nonnegative(),
        error: problem.nullish(),
      }),
    ),
    broken: z.array(broken),
    empty: z.array(z.string()),
    /** Lines on the program's pipe that are not its own. */
    strangers: z.number().int().optional(),
  });

const Report = programReport(z.string(), Problem, Problem.extend({ file: z.string() }));

export function parseProgramReport({ reports }: FinishedRun): ParsedReport {
  const read = Report.safeParse(parseJson(reports[0] ?? ''));
  if (!read.success)
    return { tests: [], files: [], failures: [], unbelievable: `the report does not read: ${read.error.message}` };
  const { tests, broken, empty, strangers = 0 } = read.data;
  const told = tests.map(({ file, suites, title, state, ms, error }) => {
    const failure = error ? { file, ...error } : undefined;
    return { file, suites, title, state, durationMs: ms, ...(failure ? { failure } : {}) };
  });
  return {
    tests: withIds(told),
    files: [...new Set([...tests, ...broken].map(({ file }) => file).filter((file) => file !== ''))],
    // A failure outside of any file has none.
    failures: broken.map(({ file, ...problem }) => (file === '' ? problem : { file, ...problem })),
    emptyFiles: empty,
    ...(strangers > 0
      ? { unbelievable: `${strangers} lines came on the report’s own pipe that the runner did not write` }
      : {}),
  };
}

/** `78`: our program found no runner. */
export const explainProgramReport =
  (runner: string, install: string) =>
  ({ exec, reports }: FinishedRun): TestRunOutcome | null => {
    if (exec.exitCode === 78 && reports.length === 0)
      return { type: 'infrastructure', message: `${runner} is not installed`, next: install };
    return reports.length > 0 && exec.exitCode === 0 ? { type: 'no-tests', why: `${runner} found no test` } : null;
  };
