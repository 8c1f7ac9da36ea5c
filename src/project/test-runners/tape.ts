import { posix } from 'node:path';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { IMPORTS, isModule, javascriptCanary } from './javascript-canary.ts';
import { explainJavascript, INSTALL_JS } from './javascript-run.ts';
import { parseOwnReport } from './own-report.ts';
import { byProgram, type RunnerProfile } from './profile.ts';
import { tapeReporter } from './reporters/tape-reporter.ts';
import { ownTargets, selectedFiles, startedPlan } from './started-plan.ts';
import { fromRoot } from './test-id.ts';

/** From 4 on. */
export const tape: RunnerProfile = {
  runner: 'tape',
  family: 'javascript',
  found: { packages: ['tape'], commands: ['tape'], run: ['tape'] },
  programs: ['tape'],
  lines: [],
  startedBy: byProgram('tape'),
  configFiles: null,
  manifestKeys: [],
  packages: /^tape$/,
  modules: /^tape/,
  imports: ['tape'],
  names: [],
  variables: ['NODE_TAPE'],
  globals: [],
  ownPatterns: null,
  usualTargets,
  env: null,
  bail: null,
  canary: javascriptCanary((file) => ({
    imports: isModule(file) ? "import testCage from 'tape';" : "var testCage = require('tape');",
    test: 'testCage',
    given: 't',
    bodies: ['t.equal(1, 2)', 't.deepEqual({ a: [1] }, { a: [2] })', 't.ok(0)', 't.throws(() => 1)'],
  })),
  asks: { test: "process.getBuiltinModule('module').createRequire(process.cwd() + '/')('tape')", load: IMPORTS },
  blankTest: null,
  keepsCompiled: false,
  commandLine: {
    values: '-r --require -i --ignore --ignore-pattern',
    dropped: /^--(no-)?(only|strict)$/,
    verbs: '',
  },
  install: INSTALL_JS,
  isTestFile: (path) =>
    /\.[cm]?[jt]sx?$/.test(path) &&
    !/\.d\.[cm]?ts$|(^|\/)_|(^|\/)(__)?(fixtures|helpers)(__)?\//.test(path) &&
    (/(^|\/)(tests?|__tests__)\//.test(path) || /(^|\/)tests?\.\w+$|[.-](test|spec)\.\w+$/.test(path)),
  parse: (run) => withPlaces(parseOwnReport(run), run),
  explain: (run) => explainJavascript('tape', run),
  plan: (request) => {
    const { select, reports } = request;
    const files = selectedFiles(request);
    const names = select.type === 'test' ? [...select.suites, select.title] : null;
    return startedPlan(request, {
      script: [['tape'], tapeReporter(posix.join(reports, 'report.json'), { files, names })],
      ours: [],
      targets: [...ownTargets(request), ...files],
      report: 'report.json',
    });
  },
};

/** It runs only files that are named, and a script that Assay cannot read names them. */
function usualTargets(files: readonly string[]): string[] {
  const named = files.flatMap((path) => {
    const [, start, inside, ending] = /^(tests?)(\/[^/]+)?(\.[cm]?js)$/.exec(path) ?? [];
    return start === undefined ? [] : [inside === undefined ? path : `${start}/*${ending}`];
  });
  return [...new Set(named)];
}

/** If a file cannot be parsed, only Node's standard error says which it is. */
function withPlaces(report: ParsedReport, { exec, request: { root } }: FinishedRun): ParsedReport {
  const [, path, line] = /^(?:file:\/\/)?(\/\S+?):(\d+)$/m.exec(exec.stderr.text) ?? [];
  if (path === undefined) return report;
  const place = { file: fromRoot(root, path), line: Number(line) };
  return {
    ...report,
    failures: report.failures.map((each) => (each.file === undefined ? { ...each, ...place } : each)),
  };
}
