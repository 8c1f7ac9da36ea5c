import { posix } from 'node:path';
import type { TestAdapter } from './adapter.ts';
import { exactly, explainJavascript, INSTALL_JS, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { vitestReporter } from './reporters/vitest-reporter.ts';
import { START_FILE, startScript, startWith } from './start-script.ts';

/** Vitest from 1 on. */
export const vitest: TestAdapter = {
  runner: 'vitest',
  install: INSTALL_JS,
  isTestFile: (path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('vitest', run),
  plan: ({ select, root, reports, launch, start, timeoutMs }) => {
    // Given as absolute paths, since a filter matches anywhere in a path.
    const files = (select.type === 'all' ? [] : select.type === 'files' ? select.files : [select.file]).map((file) =>
      posix.join(root, file),
    );
    const name = select.type === 'test' ? ['-t', nameOf([...select.suites, select.title])] : [];
    const ours = [
      'run',
      `--reporter=${posix.join(reports, 'reporter.mjs')}`,
      '--watch=false',
      '--passWithNoTests=false',
      '--coverage.enabled=false',
      // Where `.only` is an error the others would not be told of; so they show as skipped.
      '--allowOnly',
      ...name,
      ...files,
    ];
    const { program, args } = startWith(reports, launch, start?.nodeOptions ?? [], ours);
    return {
      command: {
        program,
        args: [...args, ...(start?.options ?? []), ...(select.type === 'all' ? (start?.targets ?? []) : [])],
        env: { ...JS_ENV, ...start?.env },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.json' },
      supply: {
        'reporter.mjs': vitestReporter(posix.join(reports, 'report.json')),
        [START_FILE]: startScript(['vitest']),
      },
    };
  },
};

/** Vitest joined names by a space before 5, and by ` > ` since. */
const nameOf = (names: readonly string[]): string =>
  `^${names.map((name) => exactly(name).slice(1, -1)).join('(?: > | )')}$`;
