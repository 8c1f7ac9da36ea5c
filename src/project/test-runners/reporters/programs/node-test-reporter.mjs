import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// Runs inside the project's own runner. The line below stands for OUT, the file to write, and for report-parts.cjs.
// __PARTS__

// node:test runs every file in its own process and trusts the exit code: a file that calls process.exit(0) passes, and
// tests that did not run are missing. Here a file whose tests were announced and never ended, or that contains tests
// and reported none, is reported as one that left early.
const files = new Map();
const entry = (path) => {
  if (!files.has(path)) files.set(path, { file: path, tests: [], errors: [] });
  return files.get(path);
};
const stderr = new Map();
const waiting = new Map();
const summed = new Set();
const isFile = (data) => (data.nesting ?? 0) === 0 && (resolve(data.name) === data.file || data.name === data.file);
// The `file` of a test that a helper declares is the helper. It belongs to the file that ran: newer versions name it as
// `entryFile`; in older ones, starts come file by file, and the suite around the test was declared in its file.
const stacks = new Map();
let topmost;
const ranIn = (data) => data.entryFile ?? ((data.nesting ?? 0) > 0 ? topmost : undefined) ?? data.file;
const mentionsTests = (path) => {
  try {
    return /node:test\b/.test(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
};
// Announcements of all files come mixed, so that only their own content counts.
const announcedIn = (data) => data.entryFile ?? data.file ?? 'unknown';
const finish = (passed, data) => {
  const path = ranIn(data) ?? 'unknown';
  const nesting = data.nesting ?? 0;
  if (isFile(data)) return fileEnd(passed, data, path);
  const announced = announcedIn(data);
  waiting.set(announced, (waiting.get(announced) ?? 0) - 1);
  const names = stacks.get(path) ?? [];
  const error = data.details?.error;
  const childrenFailed = error?.failureType === 'subtestsFailed';
  const hadChildren = names.children?.[nesting + 1] === true;
  if (names.children) names.children[nesting + 1] = false;
  names.children ??= [];
  names.children[nesting] = true;
  if (data.details?.type === 'suite' && !(error && !childrenFailed)) return;
  // A test that failed only through its sub-tests is reported by them.
  if (hadChildren && childrenFailed) return;
  const suites = names.slice(0, nesting);
  const state = data.skip !== undefined ? 'skipped' : data.todo !== undefined ? 'todo' : passed ? 'passed' : 'failed';
  const cause = error?.cause && typeof error.cause === 'object' ? error.cause : error;
  const told = !passed && error ? tell(cause) : undefined;
  if (told && error.failureType === 'testTimeoutFailure') told.code = 'ERR_TEST_TIMEOUT';
  entry(path).tests.push({
    suites,
    title: data.name,
    state,
    ms: data.details?.duration_ms ?? 0,
    line: data.file === path ? data.line : undefined,
    error: told,
  });
};
const fileEnd = (passed, data, path) => {
  const file = entry(path);
  const error = data.details?.error;
  if (!passed) {
    if (error?.failureType === 'subtestsFailed') return;
    const heard = (stderr.get(path) ?? '').trim();
    const name = /^(?:Uncaught )?([A-Za-z]*Error)\b/m.exec(heard)?.[1];
    const timeout = error?.failureType === 'testTimeoutFailure';
    file.errors.push({
      name,
      message:
        /^(?:Uncaught )?[A-Za-z]*Error\b.*$/m.exec(heard)?.[0] || heard || String(error?.message ?? 'the file failed'),
      stack: heard,
      code: timeout ? 'ERR_TEST_TIMEOUT' : undefined,
    });
  } else if (file.tests.length === 0) file.empty = !summed.has(path) && mentionsTests(path) ? 'left-early' : 'no-tests';
};
export default async function* assayReporter(source) {
  for await (const { type, data } of source) {
    if (type === 'test:enqueue') {
      if (!isFile(data)) waiting.set(announcedIn(data), (waiting.get(announcedIn(data)) ?? 0) + 1);
    } else if (type === 'test:summary') {
      if (data.file) summed.add(data.file);
    } else if (type === 'test:start') {
      if (data.nesting === 0) topmost = data.entryFile ?? data.file;
      const path = ranIn(data);
      const names = stacks.get(path) ?? [];
      names.length = data.nesting;
      names[data.nesting] = data.name;
      stacks.set(path, names);
    } else if (type === 'test:pass') finish(true, data);
    else if (type === 'test:fail') finish(false, data);
    else if (type === 'test:stderr') {
      const path = resolve(data.file ?? '');
      stderr.set(path, ((stderr.get(path) ?? '') + data.message).slice(-20000));
    }
    if (type === 'test:pass' || type === 'test:fail') yield '.';
  }
  for (const [path, count] of waiting)
    if (count > 0 && entry(path).errors.length === 0) entry(path).empty = 'left-early';
  write({ files: [...files.values()] });
  yield '\n';
}
