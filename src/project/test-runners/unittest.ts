import { posix } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { programText } from '#host/program-text.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { byPythonModule, type RunnerProfile } from './profile.ts';
import { programReport } from './program-report.ts';
import { pythonFailure } from './python-failure.ts';
import { pythonPath } from './python-packages.ts';
import { withIds } from './test-id.ts';

const UNITTEST_RUNNER = new URL('./reporters/programs/run_unittest.py', import.meta.url);

const Problem = z.object({ message: z.string(), text: z.string() });

const Report = programReport(z.string().nullable(), Problem, Problem.extend({ file: z.string() }));

/** Python's own unittest, run by our program, which loads the same tests as discovery. */
export const unittest: RunnerProfile = {
  runner: 'unittest',
  family: 'python',
  found: {
    commands: ['python -m unittest', 'python3 -m unittest', 'coverage run -m unittest'],
    run: ['python3', '-m', 'unittest'],
  },
  programs: [],
  lines: [],
  startedBy: byPythonModule('unittest'),
  configFiles: null,
  manifestKeys: [],
  packages: /^unittest2$/,
  modules: /^unittest/,
  imports: ['unittest'],
  names: ['unittest'],
  variables: ['UNITTEST'],
  globals: [],
  commandLine: null,
  ownPatterns: null,
  env: pythonPath,
  bail: ['--failfast'],
  canary: {
    name: (mark) => mark.replaceAll(' ', '_'),
    write: (mark) => {
      const name = mark.replaceAll(' ', '_');
      const bodies = ['self.assertEqual(1, 2)', "self.assertEqual({'a': [1]}, {'a': [2]})", 'self.assertTrue(False)'];
      const tests = bodies.map((body, at) => `    def test_${name}_${at}(self):\n        ${body}\n`);
      return `class Cage_${name}(__import__('unittest').TestCase):\n${tests.join('\n')}`;
    },
  },
  asks: null,
  blankTest: null,
  keepsCompiled: false,
  install: 'Install Python 3.7 or later, then run again.',
  isTestFile: (path) => /(^|\/)test[^/]*\.py$/.test(path),
  parse,
  explain: ({ exec, reports }) =>
    reports.length > 0 && exec.exitCode === 0 ? { type: 'no-tests', why: 'unittest found no test' } : null,
  plan: ({ select, reports, launch = ['python3'], timeoutMs }) => {
    const [program, ...words] = launch;
    const files = select.type === 'all' ? null : select.type === 'files' ? select.files : [select.file];
    const name = select.type === 'test' ? [...select.suites, select.title].join('.') : '';
    return {
      command: {
        program,
        args: [
          posix.join(reports, 'run_unittest.py'),
          posix.join(reports, 'report.json'),
          JSON.stringify({ files, name, ...discovery(words) }),
        ],
        env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.json' },
      supply: { 'run_unittest.py': programText(UNITTEST_RUNNER) },
    };
  },
};

/** Where and for which names a project's unittest searches: `-m unittest discover -s tests -p '*_test.py'`. */
function discovery(words: readonly string[]): { start: string; pattern: string } {
  const after = (...names: string[]): string | undefined => words[words.findIndex((word) => names.includes(word)) + 1];
  const has = (...names: string[]): boolean => words.some((word) => names.includes(word));
  const place = has('discover') && !after('discover')?.startsWith('-') ? after('discover') : undefined;
  return {
    start: (has('-s', '--start-directory') ? after('-s', '--start-directory') : place) ?? '.',
    pattern: (has('-p', '--pattern') ? after('-p', '--pattern') : undefined) ?? 'test*.py',
  };
}

function parse({ reports }: FinishedRun): ParsedReport {
  const read = Report.safeParse(parseJson(reports[0] ?? ''));
  if (!read.success)
    return { tests: [], files: [], failures: [], unbelievable: `the report does not read: ${read.error.message}` };
  const { tests, broken, empty } = read.data;
  const told = tests.map(({ file, suites, title, state, ms, error }) => {
    const failure = error ? { ...(file === null ? {} : { file }), ...failureOf(error) } : undefined;
    return { file: file ?? '', suites, title, state, durationMs: ms, ...(failure ? { failure } : {}) };
  });
  return {
    tests: withIds(told),
    files: [...new Set([...tests.flatMap(({ file }) => file ?? []), ...broken.map(({ file }) => file)])],
    failures: broken.map(({ file, ...problem }) => ({ ...failureOf(problem), file })),
    emptyFiles: empty,
  };
}

function failureOf(problem: z.infer<typeof Problem>) {
  const failure = pythonFailure({ type: '', ...problem });
  // The message of assertEqual: `3 != 2`, where the first is the actual value.
  const [, actual, expected] = /^AssertionError: (.+?) != (.+?)(?: : .*)?(?: \(.*\))?$/.exec(problem.message) ?? [];
  return actual === undefined || expected === undefined ? failure : { ...failure, actual, expected };
}
