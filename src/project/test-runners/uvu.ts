import { posix } from 'node:path';
import { IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { uvuReporter } from './reporters/uvu-reporter.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';

/** From 0.5 on. */
export const uvu: RunnerProfile = {
  runner: 'uvu',
  family: 'javascript',
  found: { packages: ['uvu'], commands: ['uvu'], run: ['uvu'] },
  programs: ['uvu'],
  lines: [],
  startedBy: byProgram('uvu'),
  configFiles: null,
  manifestKeys: [],
  packages: /^uvu$/,
  modules: /^uvu/,
  imports: ['uvu'],
  names: [],
  variables: ['UVU'],
  globals: ['UVU_QUEUE', 'UVU_DEFER', 'UVU_INDEX'],
  ownPatterns,
  targetsNarrow: true,
  env: null,
  bail: ['--bail'],
  canary: javascriptCanary((file) => ({
    imports: isModule(file)
      ? "import { suite as suiteCage } from 'uvu';\nimport * as assertCage from 'uvu/assert';\nconst testCage = suiteCage();"
      : "const assertCage = require('uvu/assert');\nconst testCage = require('uvu').suite();",
    test: 'testCage',
    bodies: [
      ...['assertCage.is(1, 2)', 'assertCage.equal({ a: [1] }, { a: [2] })', 'assertCage.ok(0)'],
      'assertCage.throws(() => 1)',
    ],
    end: 'testCage.run();',
  })),
  asks: {
    test: "((name, body) => { const one = process.getBuiltinModule('module').createRequire(process.cwd() + '/')('uvu').suite(); one(name, body); one.run(); })",
    load: IMPORTS,
  },
  blankTest: null,
  keepsCompiled: false,
  commandLine: {
    values: '-i --ignore -r --require -C --cwd',
    dropped: /^(-b|--bail|-c|--color|--no-color)(=|$)/,
    verbs: '',
  },
  install: INSTALL_JS,
  isTestFile: (path) => !/\.d\.[cm]?ts$/.test(path) && TESTS.test(path),
  parse: parseOwnReport,
  explain: (run) => explainJavascript('uvu', run),
  plan: (request) => {
    const { select, reports } = request;
    const files = selectedFiles(request);
    const names = select.type === 'test' ? [...select.suites, select.title] : null;
    return startedPlan(request, {
      script: [['uvu'], uvuReporter(posix.join(reports, 'report.json'), { files, names })],
      ours: [],
      targets: ownTargets(request),
      report: 'report.json',
    });
  },
};

/** The files without a folder argument; below a named folder it runs everything. */
const TESTS = /((\/|^)(tests?|__tests?__)\/.*|\.(tests?|spec)|^\/?tests?)\.([mc]js|[jt]sx?)$/i;

/**
 * `uvu [dir] [pattern]` as uvu reads them: it searches for the pattern in the path below the folder, and `--ignore` leaves
 * out a path if the expression matches any part of it.
 */
function ownPatterns(
  _read: unknown,
  options: readonly string[],
  [folder = '.', pattern]: readonly string[] = [],
): RegExp[] | null {
  const ignored = options.flatMap((word, at) => {
    const [, inline] = /^(?:--ignore=|-i=?)(.+)$/.exec(word) ?? [];
    return inline ?? (/^(-i|--ignore)$/.test(word) ? (options[at + 1] ?? []) : []);
  });
  const dir = posix.normalize(`${folder}/`).replace(/^\.\//, '');
  if (ignored.length === 0 && pattern === undefined && dir === '') return null;
  const named = pattern ?? (dir === '' ? TESTS.source : CODE.source);
  const below = `/${dir.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  try {
    const left = ignored.length === 0 ? '' : `(?!.*(?:${ignored.join('|')}))`;
    return [new RegExp(`^${below}${left}${named.startsWith('^') ? named.slice(1) : `.*(?:${named})`}`, 'i')];
  } catch {
    return null;
  }
}

const CODE = /\.([mc]js|[jt]sx?)$/;
