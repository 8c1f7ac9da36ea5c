import { posix } from 'node:path';
import { chainedExpect, IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { exactly, explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { memberOf, readSettings } from './read-settings.ts';
import { reporterText } from './reporters/reporter-text.ts';
import { writtenLists } from './script-settings.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';

export const mocha: RunnerProfile = {
  runner: 'mocha',
  family: 'javascript',
  found: {
    configs: ['.mocharc.*', '.mocharc'],
    keys: ['package.json#mocha'],
    packages: ['mocha'],
    commands: ['mocha'],
    run: ['mocha'],
  },
  programs: ['mocha', '_mocha'],
  lines: [],
  startedBy: byProgram('mocha', '_mocha'),
  configFiles: /^\.mocharc.*$/,
  manifestKeys: ['mocha'],
  packages: /^mocha$/,
  modules: /^mocha/,
  imports: ['mocha'],
  names: ['mocha'],
  variables: ['MOCHA'],
  globals: ['mocha'],
  ownPatterns,
  usualTargets,
  env: null,
  bail: ['--bail'],
  canary: javascriptCanary((file) => ({
    imports: isModule(file)
      ? "import { strict as assertCage } from 'node:assert';"
      : "const { strict: assertCage } = require('node:assert');",
    test: 'it',
    bodies: ['assertCage.equal(1, 2)', 'assertCage.deepEqual({ a: 1 }, { a: 2 })', ...chainedExpect(file)],
  })),
  asks: { test: 'it', load: IMPORTS },
  blankTest: "it('is there', () => {});\n",
  keepsCompiled: false,
  commandLine: {
    values:
      '-r --require -R --reporter -O --reporter-option --reporter-options -t --timeout --timeouts -s --slow -u --ui ' +
      '--config --package --file --spec --extension -g --grep -f --fgrep -j --jobs -n --node-option --ignore --exclude ' +
      '--opts --retries --global --globals',
    dropped: /^(-R|--reporter|-O|--reporter-options?|-w|--watch|-b|--bail|-c|--colors?|--no-colors?)(=|$)/,
    verbs: '',
  },
  install: INSTALL_JS,
  isTestFile: (path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)test\/[^/]+\.[cm]?[jt]s$/.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('mocha', run),
  plan: (request) => {
    const { select, reports } = request;
    const name = select.type === 'test' ? ['--grep', exactly([...select.suites, select.title].join(' '))] : [];
    return startedPlan(request, {
      script: [['mocha']],
      ours: ['--reporter', posix.join(reports, 'reporter.cjs'), NO_COLOURS, ...name],
      targets: [...ownTargets(request), ...selectedFiles(request)],
      report: 'report.json',
      supply: { 'reporter.cjs': reporterText('mocha-reporter.cjs', posix.join(reports, 'report.json')) },
    });
  },
};

/** Its name before Mocha 6, which may still be used. */
const NO_COLOURS = '--no-colors';

const SETTINGS = ['.mocharc.json', '.mocharc.yml', '.mocharc.yaml', 'package.json'];

function ownPatterns(read: (name: string) => string): string[] | null {
  for (const name of SETTINGS) {
    const settings = readSettings(read(name));
    const own = name === 'package.json' ? memberOf(settings, 'mocha') : settings;
    const spec = memberOf(own, 'spec');
    const list =
      typeof spec === 'string' ? [spec] : Array.isArray(spec) ? spec.filter((each) => typeof each === 'string') : [];
    if (list.length > 0) return list.map(filesAt);
  }
  const program = ['.mocharc.js', '.mocharc.cjs', '.mocharc.mjs'].map(read).find((text) => text !== '');
  const written = writtenLists(program ?? '', 'spec').filter(({ of, partial }) => of === '' && !partial);
  return written.length > 0 ? written.flatMap(({ texts }) => texts.map(filesAt)) : null;
}

const filesAt = (spec: string): string => posix.normalize(/[*.]/.test(posix.basename(spec)) ? spec : `${spec}/*`);

/**
 * By default it searches only `test/`. A project with tests elsewhere has its own program that says which files to run.
 */
function usualTargets(files: readonly string[]): string[] {
  if (files.some((path) => /^test\/[^/]+\.[cm]?js$/.test(path))) return [];
  const tests = files.flatMap((path) => {
    const [, folder = '', ending = ''] = /^(?:([^/]+)\/.*)?[^/]*?(\.(?:test|spec)\.[cm]?[jt]sx?)$/.exec(path) ?? [];
    return ending === '' ? [] : [folder === '' ? `*${ending}` : `${folder}/**/*${ending}`];
  });
  return [...new Set(tests)];
}
