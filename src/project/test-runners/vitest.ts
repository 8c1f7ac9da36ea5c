import { posix } from 'node:path';
import { IMPORTS, javascriptCanary, ownExpect } from './javascript-canary.ts';
import { exactly, explainJavascript, INSTALL_JS, JS_ENV } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { vitestReporter } from './reporters/vitest-reporter.ts';
import { START_FILE, startScript, startWith } from './start-script.ts';

/** Vitest from 1 on. */
export const vitest: RunnerProfile = {
  runner: 'vitest',
  family: 'javascript',
  found: {
    configs: ['vitest.config.*', 'vitest.workspace.*'],
    keys: ['vite.config.*~^\\s*test\\s*:\\s*\\{'],
    packages: ['vitest'],
    commands: ['vitest'],
    run: ['vitest', 'run'],
  },
  programs: ['vitest'],
  lines: [],
  startedBy: byProgram('vitest'),
  configFiles: /^((vitest|vite)([.-][\w-]+)*\.config\.[cm]?[jt]s(on)?|vitest\.(workspace|projects)\.[cm]?[jt]s(on)?)$/,
  manifestKeys: ['vitest', 'vite'],
  packages: /^(vitest|@vitest\/.+|vite)$/,
  modules: /^(vitest|@vitest\/.+|tinyspy)/,
  imports: ['vitest'],
  names: ['vitest'],
  variables: ['VITEST', 'TINYPOOL'],
  globals: ['vi', 'suite', '__vitest_worker__', '__vitest_index__'],
  ownPatterns: null,
  env: null,
  bail: ['--bail=1'],
  canary: javascriptCanary((file) => ({
    imports: "import { expect as expectCage, it as itCage } from 'vitest';",
    test: 'itCage',
    bodies: [
      'expectCage(1).toBe(2)',
      "expectCage({ a: [1, 'x'] }).toEqual({ a: [2, 'y'] })",
      'expectCage(() => 1).toThrow()',
      ...ownExpect(file),
    ],
  })),
  asks: { test: "const { it: asks } = await import('vitest');\nasks", load: IMPORTS },
  keepsCompiled: false,
  commandLine: {
    values:
      '-c --config -r --root --project --dir --environment --pool -t --testNamePattern --shard --mode --testTimeout ' +
      '--reporter --outputFile --maxWorkers --minWorkers',
    dropped:
      /^(--run|-w|--watch|--coverage[\w.]*|--reporter|--outputFile[\w.]*|--ui|--open|-u|--update|--passWithNoTests|--bail|--typecheck[\w.]*|-t|--testNamePattern|--shard|--silent)(=|$)/,
    verbs: 'run watch dev',
  },
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
