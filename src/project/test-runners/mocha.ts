import { posix } from 'node:path';
import type { TestAdapter } from './adapter.ts';
import { exactly, explainJavascript, INSTALL_JS, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { mochaReporter } from './reporters/mocha-reporter.ts';
import { START_FILE, startScript, startWith } from './start-script.ts';

export const mocha: TestAdapter = {
  runner: 'mocha',
  install: INSTALL_JS,
  isTestFile: (path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)test\/[^/]+\.[cm]?[jt]s$/.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('mocha', run),
  plan: ({ select, reports, launch, start, timeoutMs }) => {
    const files =
      select.type === 'all' ? (start?.targets ?? []) : select.type === 'files' ? select.files : [select.file];
    const name = select.type === 'test' ? ['--grep', exactly([...select.suites, select.title].join(' '))] : [];
    const ours = ['--reporter', posix.join(reports, 'reporter.cjs'), '--no-color', ...name];
    const { program, args } = startWith(reports, launch, start?.nodeOptions ?? [], ours);
    return {
      command: {
        program,
        args: [...args, ...(start?.options ?? []), ...files],
        env: { ...JS_ENV, ...start?.env },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.json' },
      supply: {
        'reporter.cjs': mochaReporter(posix.join(reports, 'report.json')),
        [START_FILE]: startScript(['mocha']),
      },
    };
  },
};
