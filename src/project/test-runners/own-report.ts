import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { TestState } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { javascriptFailure, type ReportedError } from './javascript-failure.ts';
import { fromRoot, withIds } from './test-id.ts';

/**
 * The format of our own reporters: the built-in reports of these runners leave out what a gate needs (expected and
 * actual, unhandled errors, the file of a passed test, todo). Written at once at the end, so an interrupted run has no
 * report at all.
 */
const text = z.string().optional().catch(undefined);
const OwnError: z.ZodType<ReportedError> = z.object({
  name: text,
  message: z.string().catch(''),
  stack: text,
  code: text,
  expected: text,
  actual: text,
  operator: text,
  get cause() {
    return OwnError.optional().catch(undefined);
  },
});

const OwnTest = z.object({
  suites: z.array(z.string()),
  title: z.string(),
  state: TestState,
  ms: z.number().nonnegative().catch(0),
  error: OwnError.optional(),
  line: z.number().int().optional(),
});

const OwnReport = z.object({
  assay: z.literal(1),
  files: z.array(
    z.object({
      file: z.string(),
      tests: z.array(OwnTest),
      errors: z.array(OwnError),
      /** Set when a file ended well without a test: whether its text contains any. */
      empty: z.enum(['no-tests', 'left-early']).optional(),
    }),
  ),
  unhandled: z.array(OwnError),
});
type OwnFile = z.infer<typeof OwnReport>['files'][number];

export function parseOwnReport({ reports, request: { root } }: FinishedRun): ParsedReport {
  const read = OwnReport.safeParse(parseJson(reports[0] ?? ''));
  const nothing = { tests: [], files: [], failures: [] };
  if (!read.success) return { ...nothing, unbelievable: `the report does not read: ${firstIssue(read.error)}` };
  const { files, unhandled } = read.data;
  const tests = files.flatMap(({ file, tests: own }) =>
    own.map(({ suites, title, state, ms, error, line }) => {
      const path = fromRoot(root, file);
      const found = error === undefined ? undefined : javascriptFailure(error, root);
      // A time-out has no stack frame in the project; the test's own place is the next best.
      const failure = found && { ...(line === undefined ? {} : { file: path, line }), ...found };
      return { file: path, suites, title, state, durationMs: ms, ...(failure ? { failure } : {}) };
    }),
  );
  return {
    tests: withIds(tests),
    files: files.map(({ file }) => fromRoot(root, file)),
    failures: [
      ...files.flatMap((file) => file.errors.map((error) => failureOf(file, error, root))),
      ...unhandled.map((error) => javascriptFailure(error, root)),
    ],
    emptyFiles: files.filter(({ empty }) => empty === 'no-tests').map(({ file }) => fromRoot(root, file)),
    ...leftEarly(files, root),
  };
}

function failureOf(file: OwnFile, error: ReportedError, root: string) {
  return { file: fromRoot(root, file.file), ...javascriptFailure(error, root) };
}

function leftEarly(files: readonly OwnFile[], root: string): { unbelievable?: string } {
  const left = files.filter(({ empty }) => empty === 'left-early').map(({ file }) => fromRoot(root, file));
  if (left.length === 0) return {};
  return { unbelievable: `${left.join(', ')} ended well without telling of its tests: it left early (process.exit?)` };
}

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined || issue.path.length === 0 ? 'it is cut off or not JSON' : z.prettifyError(error);
};
