import { posix } from 'node:path';
import type { TestAdapter } from './adapter.ts';
import { exactly, explainJavascript, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { nodeTestReporter } from './reporters/node-test-reporter.ts';

/** The runner that comes with Node, from 22 on; on 20 all works but choosing a test in a suite, which finds none. */
export const nodeTest: TestAdapter = {
  runner: 'node:test',
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
      supply: { 'reporter.mjs': nodeTestReporter(posix.join(reports, 'report.json')) },
    };
  },
};
