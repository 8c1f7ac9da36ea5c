import { posix } from 'node:path';
import { borpTargets } from './borp.ts';
import { IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { exactly, explainJavascript, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { NO_TRACES, type RunnerProfile } from './profile.ts';
import { reporterText } from './reporters/reporter-text.ts';

/** Node's own runner, from 22 on; on 20 everything works but selecting a test in a suite, which finds none. */
export const nodeTest: RunnerProfile = {
  ...NO_TRACES,
  runner: 'node:test',
  family: 'javascript',
  found: {
    commands: ['node --test', 'tsx --test', 'node --import tsx --test', 'node --experimental-strip-types --test'],
    run: ['node', '--test'],
  },
  programs: ['borp', 'bnt'],
  lines: ['node --test', 'tsx --test'],
  startedBy: (words) => words[0] === 'node' && words.includes('--test'),
  configFiles: /^\.borp\.ya?ml$/,
  modules: /^node:test/,
  imports: ['node:test', 'test'],
  names: ['node:test'],
  variables: ['NODE_TEST'],
  commandLine: null,
  ownPatterns: null,
  configuredTargets: borpTargets,
  env: null,
  bail: null,
  canary: javascriptCanary((file) => ({
    imports: isModule(file)
      ? "import { strict as assertCage } from 'node:assert';\nimport { test as testCage } from 'node:test';"
      : "const { strict: assertCage } = require('node:assert');\nconst { test: testCage } = require('node:test');",
    test: 'testCage',
    bodies: ['assertCage.equal(1, 2)', 'assertCage.deepEqual({ a: 1 }, { a: 2 })', 'assertCage.ok(0)'],
  })),
  asks: { test: "process.getBuiltinModule('node:test').test", load: IMPORTS },
  blankTest: "process.getBuiltinModule('node:test').test('is there', () => {});\n",
  keepsCompiled: false,
  install: 'Install Node.js 22 or later, then run again.',
  isTestFile: (path) =>
    /\.[cm]?[jt]s$/.test(path) &&
    !/\.d\.[cm]?ts$/.test(path) &&
    (/(^|\/)(test|test-[^/]*)\.[cm]?[jt]s$|[._-]test\.[cm]?[jt]s$/.test(path) || /(^|\/)test\//.test(path)),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('node:test', run),
  plan: ({ select, reports, launch = ['node'], start, timeoutMs }) => {
    const [program, ...before] = launch;
    const files =
      select.type === 'all' ? (start?.targets ?? []) : select.type === 'files' ? select.files : [select.file];
    // Node matches the names of suites and test joined by spaces.
    const name =
      select.type === 'test' ? [`--test-name-pattern=${exactly([...select.suites, select.title].join(' '))}`] : [];
    return {
      command: {
        program,
        args: [
          ...before,
          ...(start?.nodeOptions ?? []),
          '--test',
          `--test-reporter=${posix.join(reports, 'reporter.mjs')}`,
          '--test-reporter-destination=stdout',
          ...name,
          ...files,
        ],
        env: { ...JS_ENV, ...start?.env },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.json' },
      supply: { 'reporter.mjs': reporterText('node-test-reporter.mjs', posix.join(reports, 'report.json')) },
    };
  },
};
