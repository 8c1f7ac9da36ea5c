import { posix } from 'node:path';
import type { TestAdapter } from './adapter.ts';
import { exactly, explainJavascript, INSTALL_JS, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { mochaReporter } from './reporters/mocha-reporter.ts';

export const mocha: TestAdapter = {
  runner: 'mocha',
  install: INSTALL_JS,
  isTestFile: (path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)test\/[^/]+\.[cm]?[jt]s$/.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('mocha', run),
  plan: ({ select, reports, launch = ['node_modules/.bin/mocha'], timeoutMs }) => {
    const [program, ...before] = launch;
    const files = select.type === 'all' ? [] : select.type === 'files' ? select.files : [select.file];
    const name = select.type === 'test' ? ['--grep', exactly([...select.suites, select.title].join(' '))] : [];
    return {
      command: {
        program,
        args: [...before, '--reporter', posix.join(reports, 'reporter.cjs'), '--no-color', ...name, ...files],
        env: JS_ENV,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.json' },
      supply: { 'reporter.cjs': mochaReporter(posix.join(reports, 'report.json')) },
    };
  },
};
