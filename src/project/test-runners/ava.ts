import { posix } from 'node:path';
import type { RunRequest } from './adapter.ts';
import { IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { memberOf, readSettings } from './read-settings.ts';
import { avaReporter } from './reporters/ava-reporter.ts';
import { writtenLists } from './script-settings.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';

export const ava: RunnerProfile = {
  runner: 'ava',
  family: 'javascript',
  found: {
    configs: ['ava.config.*'],
    keys: ['package.json#ava'],
    packages: ['ava'],
    commands: ['ava'],
    run: ['ava'],
  },
  programs: ['ava'],
  lines: [],
  startedBy: byProgram('ava'),
  configFiles: /^ava([.-][\w-]+)*\.config\.[cm]?[jt]s(on)?$/,
  manifestKeys: ['ava'],
  packages: /^(ava|@ava\/.+)$/,
  modules: /^ava/,
  imports: ['ava'],
  names: [],
  variables: ['AVA_'],
  globals: [],
  ownPatterns,
  env: null,
  bail: ['--fail-fast'],
  canary: javascriptCanary((file) => ({
    imports: isModule(file) ? "import testCage from 'ava';" : "const testCage = require('ava');",
    test: 'testCage',
    given: 't',
    bodies: ['t.is(1, 2)', 't.deepEqual({ a: [1] }, { a: [2] })', 't.true(false)', 't.throws(() => 1)'],
  })),
  asks: { test: "(await import('ava')).default", load: IMPORTS },
  blankTest: null,
  keepsCompiled: false,
  commandLine: {
    values: '-c --concurrency --config -m --match --node-arguments -T --timeout',
    dropped: /^(-t|--tap|-v|--verbose|-w|--watch|--fail-fast|--color|--no-color|-u|--update-snapshots|--serial)(=|$)/,
    verbs: 'debug reset-cache',
  },
  install: INSTALL_JS,
  isTestFile: (path) =>
    /\.[cm]?[jt]sx?$/.test(path) &&
    !/\.d\.[cm]?ts$|(^|\/)_|(^|\/)(__)?(fixtures|helpers)(__)?\//.test(path) &&
    (/(^|\/)(tests?|__tests__)\//.test(path) ||
      /(^|\/)test-[^/]+$|\.(test|spec)\.\w+$/.test(path) ||
      /^((src|source)\/)?test\.\w+$/.test(path)),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('ava', run),
  plan: (request) => {
    const { select, reports } = request;
    const name = select.type === 'test' ? [`--match=${select.title.replace(/[*\\]|^!/g, '\\$&')}`] : [];
    return startedPlan(request, {
      script: [['ava'], avaReporter(posix.join(reports, 'report.json'))],
      ours: ['--tap', ...patience(request), ...name],
      targets: [...ownTargets(request), ...selectedFiles(request)],
      report: 'report.json',
    });
  },
};

/**
 * Ava ends a run in which nothing was reported for 10 seconds, which a busy machine needs to load the first file. The
 * run has a limit of the gate's. What the project's own script says stays.
 */
const patience = ({ start }: RunRequest): readonly string[] =>
  start?.options.some((option) => /^(-T|--timeout)/.test(option)) ? [] : ['--timeout=5m'];

/** The files that package.json or ava.config.js names; Ava itself applies patterns that only exclude. */
function ownPatterns(read: (name: string) => string): string[] | null {
  const stated = memberOf(memberOf(readSettings(read('package.json')), 'ava'), 'files');
  const program = ['js', 'mjs', 'cjs'].map((ending) => read(`ava.config.${ending}`)).find((text) => text !== '');
  const written = writtenLists(program ?? '', 'files').flatMap(({ of, texts }) => (of === '' ? texts : []));
  const files = Array.isArray(stated) ? stated.filter((each) => typeof each === 'string') : written;
  return files.some((each) => !each.startsWith('!')) ? files : null;
}
