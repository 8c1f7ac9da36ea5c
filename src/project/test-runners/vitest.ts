import { posix } from 'node:path';
import { IMPORTS, javascriptCanary, ownExpect } from './javascript-canary.ts';
import { exactly, explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type OwnPattern, type RunnerProfile } from './profile.ts';
import { reporterText } from './reporters/reporter-text.ts';
import { writtenLists } from './script-settings.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';

/** Vitest from 1 on; 0.34 also works. */
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
  ownPatterns,
  targetsNarrow: true,
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
  blankTest: "import { it } from 'vitest';\nit('is there', () => {});\n",
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
  isTestFile: (path) => USUAL.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('vitest', run),
  plan: (request) => {
    const { select, root, reports } = request;
    // Given as absolute paths, since a filter matches anywhere in a path.
    const files = selectedFiles(request).map((file) => posix.join(root, file));
    const name = select.type === 'test' ? ['-t', nameOf([...select.suites, select.title])] : [];
    return startedPlan(request, {
      script: [['vitest']],
      ours: [
        'run',
        `--reporter=${posix.join(reports, 'reporter.mjs')}`,
        '--watch=false',
        // A file without tests is not a failure; our own report shows when no test ran.
        '--passWithNoTests',
        // Vitest before 1 reads the text of `--coverage.enabled=false` as true.
        '--coverage=false',
        // Where `.only` is an error the other tests would be missing from the report; so they show as skipped.
        '--allowOnly',
        ...name,
        ...files,
      ],
      targets: ownTargets(request),
      report: 'report.json',
      supply: { 'reporter.mjs': reporterText('vitest-reporter.mjs', posix.join(reports, 'report.json')) },
    });
  },
};

const USUAL = /\.(test|spec)\.[cm]?[jt]sx?$/;

const CONFIGS = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'].map((ending) => `${name}.config.${ending}`),
);

/** The patterns of every project in the configuration; the usual names where one of them has none. */
function ownPatterns(read: (name: string) => string, options: readonly string[]): OwnPattern[] | null {
  const stated = optionOf(options, ['-c', '--config']);
  const program = stated === undefined ? CONFIGS.map(read).find((text) => text !== '') : read(stated);
  const included = writtenLists(program ?? '', 'include').filter(({ of }) => of === 'test');
  if (included.length === 0) return null;
  const isAll = !/\b(projects|workspace)\s*:/.test(program ?? '') && included.every(({ partial }) => !partial);
  const excluded = writtenLists(program ?? '', 'exclude').filter(({ of }) => of === 'test');
  // One project's exclusions are not another's.
  const away = isAll ? excluded.flatMap(({ texts }) => texts.map((text) => `!${text.replace(/\/$/, '/**')}`)) : [];
  const texts = included.flatMap((list) => list.texts);
  // Patterns are relative to the root, which the configuration may move.
  const moved = /\b(root|dir)\s*:/.test(program ?? '') ? texts.map((text) => posix.join('**', text)) : [];
  return [...texts, ...moved, ...(isAll ? [] : [USUAL]), ...away];
}

function optionOf(options: readonly string[], names: readonly string[]): string | undefined {
  const at = options.findIndex((word) => names.includes(word.split('=')[0] ?? ''));
  const word = options[at];
  return word?.includes('=') ? word.slice(word.indexOf('=') + 1) : word === undefined ? undefined : options[at + 1];
}

/** Vitest joined names by a space before 5, and by ` > ` since. */
const nameOf = (names: readonly string[]): string =>
  `^${names.map((name) => exactly(name).slice(1, -1)).join('(?: > | )')}$`;
