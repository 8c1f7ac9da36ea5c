import { posix } from 'node:path';
import { z } from 'zod';
import { FailureKind, type TestRunOutcome, TestState } from '#contracts/test-run.ts';
import { programText } from '#host/program-text.ts';
import type { FinishedRun, ParsedReport, RunPlan, RunRequest } from './adapter.ts';
import { parseJson } from './own-report.ts';
import { withIds } from './test-id.ts';

const Problem = z.object({
  kind: FailureKind,
  message: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
});

/** What our own programs for Ruby's runners write. */
const Report = z.object({
  assay: z.literal(1),
  tests: z.array(
    z.object({
      file: z.string(),
      suites: z.array(z.string()),
      title: z.string(),
      state: TestState,
      ms: z.number().nonnegative(),
      error: Problem.nullish(),
    }),
  ),
  broken: z.array(Problem.extend({ file: z.string() })),
  empty: z.array(z.string()),
});

export function parseRuby({ reports }: FinishedRun): ParsedReport {
  const read = Report.safeParse(parseJson(reports[0] ?? ''));
  if (!read.success)
    return { tests: [], files: [], failures: [], unbelievable: `the report does not read: ${read.error.message}` };
  const { tests, broken, empty } = read.data;
  const told = tests.map(({ file, suites, title, state, ms, error }) => {
    const failure = error ? { file, ...error } : undefined;
    return { file, suites, title, state, durationMs: ms, ...(failure ? { failure } : {}) };
  });
  return {
    tests: withIds(told),
    files: [...new Set([...tests.map(({ file }) => file), ...broken.map(({ file }) => file)])],
    failures: broken,
    emptyFiles: empty,
  };
}

/** `78`: our program found no runner. */
export const explainRuby =
  (runner: string, install: string) =>
  ({ exec, reports }: FinishedRun): TestRunOutcome | null => {
    if (exec.exitCode === 78 && reports.length === 0)
      return { type: 'infrastructure', message: `${runner} is not installed`, next: install };
    return reports.length > 0 && exec.exitCode === 0 ? { type: 'no-tests', why: `${runner} found no test` } : null;
  };

/** Ruby, with a program of ours that loads the project's tests and tells of each. */
export function planRuby(
  program: 'run_minitest.rb' | 'run_rspec.rb',
  { select, reports, launch = ['ruby'], timeoutMs }: RunRequest,
  asked: Readonly<Record<string, unknown>>,
): RunPlan {
  const [ruby, ...before] = launch;
  const files = select.type === 'all' ? null : select.type === 'files' ? select.files : [select.file];
  return {
    command: {
      program: ruby,
      args: [
        ...before,
        posix.join(reports, program),
        posix.join(reports, 'report.json'),
        JSON.stringify({ files, ...asked }),
      ],
      env: { NO_COLOR: '1' },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    report: { from: 'file', name: 'report.json' },
    supply: { [program]: text(program), 'ruby_told.rb': text('ruby_told.rb') },
  };
}

const text = (name: string): string => programText(new URL(`./reporters/programs/${name}`, import.meta.url));
