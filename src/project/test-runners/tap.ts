import { posix } from 'node:path';
import { IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { exactly, explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { memberOf, readSettings } from './read-settings.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';
import { parseTapReport } from './tap-report.ts';

/** node-tap, from 14 on. */
export const tap: RunnerProfile = {
  runner: 'tap',
  family: 'javascript',
  found: {
    configs: ['.taprc'],
    keys: ['package.json#tap'],
    packages: ['tap'],
    commands: ['tap'],
    run: ['tap'],
  },
  programs: ['tap'],
  lines: [],
  startedBy: byProgram('tap'),
  configFiles: /^\.taprc$/,
  manifestKeys: ['tap'],
  packages: /^(tap|@tapjs\/.+)$/,
  modules: /^tap/,
  imports: ['tap'],
  names: [],
  variables: ['TAP'],
  globals: [],
  ownPatterns,
  env: null,
  bail: ['--bail'],
  canary: javascriptCanary((file) => ({
    imports: isModule(file) ? "import { test as testCage } from 'tap';" : "const { test: testCage } = require('tap');",
    test: 'testCage',
    given: 't',
    bodies: ['t.equal(1, 2)', 't.same({ a: [1] }, { a: [2] })', 't.ok(0)', 't.throws(() => 1)'],
  })),
  asks: { test: "process.getBuiltinModule('module').createRequire(process.cwd() + '/')('tap').test", load: IMPORTS },
  blankTest: null,
  keepsCompiled: false,
  commandLine: {
    values:
      '-R --reporter -r --reporter-arg -o --output-file -d --output-dir -g --grep -j --jobs -t --timeout ' +
      '--coverage-map --coverage-report --before --after --node-arg --test-arg --nyc-arg --test-env --plugin --include --exclude',
    dropped:
      /^(-R|--reporter|-r|--reporter-arg|-o|--output-file|-d|--output-dir|-c|--color|-C|--no-color|-b|--bail|-w|--watch|--(no-)?(check-|browser-)?coverage.*|--(allow|disable|show)-[\w-]*coverage|--cov|--no-cov|--100|-n|--changed)(=|$)/,
    verbs: 'run',
  },
  install: INSTALL_JS,
  isTestFile: (path) =>
    /\.[cm]?[jt]sx?$/.test(path) &&
    !/\.d\.[cm]?ts$|(^|\/)(fixtures|tap-snapshots)\//.test(path) &&
    (/(^|\/)(tests?|__tests__)\//.test(path) || /(^|\/)tests?\.\w+$|[.-](test|spec)\.\w+$/.test(path)),
  parse: parseTapReport,
  explain: (run) => explainJavascript('tap', run),
  plan: (request) => {
    const { select, reports } = request;
    // One pattern per level.
    const names =
      select.type === 'test' ? [...select.suites, select.title].map((name) => `--grep=/${exactly(name)}/`) : [];
    return startedPlan(request, {
      script: [['tap'], WITHOUT_COVERAGE],
      ours: ['--reporter=tap', `--output-file=${posix.join(reports, 'report.tap')}`, '--no-color', ...names],
      targets: [...ownTargets(request), ...selectedFiles(request)],
      report: 'report.tap',
    });
  },
};

/** Incomplete coverage fails a run in which every test passed; the option to disable it changed with 18. */
const WITHOUT_COVERAGE = `async (program) => {
let folder = dirname(program);
const manifest = () => { try { return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')); } catch { return {}; } };
while (manifest().name !== 'tap' && folder !== dirname(folder)) folder = dirname(folder);
const newer = Number.parseInt(manifest().version ?? '18', 10) >= 18;
process.argv.splice(2, 0, newer ? '--disable-coverage' : '--no-coverage');
}`;

function ownPatterns(read: (name: string) => string): string[] | null {
  const settings = [readSettings(read('.taprc')), memberOf(readSettings(read('package.json')), 'tap')];
  for (const own of settings) {
    const include = memberOf(own, 'include') ?? memberOf(own, 'files');
    const list = (Array.isArray(include) ? include : [include]).filter((each) => typeof each === 'string');
    if (list.length > 0) return list.map((each) => posix.normalize(each));
  }
  return null;
}
