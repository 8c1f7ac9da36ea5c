import { posix } from 'node:path';
import type { TestRunOutcome } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport } from './adapter.ts';
import { broken, lastLines, missing } from './judge-report.ts';
import { type JunitCase, parseJunit } from './junit-xml.ts';
import { byProgram, byPythonModule, type RunnerProfile } from './profile.ts';
import { pythonFailure } from './python-failure.ts';
import { pythonPath } from './python-packages.ts';
import { fromRoot, withIds } from './test-id.ts';

const INSTALL = 'Install pytest in the project’s Python environment (uv sync, or pip install pytest), then run again.';

/** pytest, with or without hypothesis, by its JUnit report. */
export const pytest: RunnerProfile = {
  runner: 'pytest',
  family: 'python',
  found: {
    configs: ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py'],
    keys: ['pyproject.toml#tool.pytest', 'setup.cfg~^\\[tool:pytest\\]', 'tox.ini~^\\[pytest\\]'],
    packages: ['pytest', 'pytest-cov', 'pytest-django', 'pytest-asyncio'],
    commands: ['pytest', 'py.test', 'python -m pytest'],
    run: ['python3', '-m', 'pytest'],
  },
  programs: ['pytest', 'py.test', 'pytest.exe'],
  lines: [],
  startedBy: (words) => byProgram('pytest', 'py.test')(words) || byPythonModule('pytest')(words),
  configFiles: /^(pytest\.ini|\.pytest\.ini|\.?pytest\.toml|conftest\.py)$/,
  manifestKeys: [],
  packages: /^(pytest|pytest-.+|_pytest)$/,
  modules: /^_?pytest/,
  imports: ['pytest'],
  names: ['pytest'],
  variables: ['PYTEST'],
  globals: [],
  commandLine: null,
  ownPatterns,
  env: pythonPath,
  bail: ['--exitfirst'],
  canary: {
    name: (mark) => mark.replaceAll(' ', '_'),
    write: (mark) =>
      ['assert 1 == 2', "assert {'a': [1]} == {'a': [2]}", "raise AssertionError('it fails')"]
        .map((body, at) => `def test_${mark.replaceAll(' ', '_')}_${at}():\n    ${body}\n`)
        .join('\n\n'),
  },
  asks: null,
  blankTest: 'def test_is_there():\n    pass\n',
  keepsCompiled: true,
  install: INSTALL,
  isTestFile: (path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path),
  parse,
  explain,
  plan: ({ select, reports, launch = ['python3', '-m', 'pytest'], timeoutMs }) => {
    const [program, ...before] = launch;
    return {
      command: {
        program,
        args: [
          ...before,
          `--junitxml=${posix.join(reports, 'report.xml')}`,
          // The older report family, which names the file of a test.
          ...['-o', 'junit_family=xunit1', '-o', 'junit_logging=no'],
          // No state from or for other runs, and nothing written into the tree.
          ...['-p', 'no:cacheprovider', '--color=no', '--tb=long'],
          // A file that lacks an optional package must not prevent all others from running.
          '--continue-on-collection-errors',
          ...selected(select),
        ],
        env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0', PY_COLORS: '0' },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: { from: 'file', name: 'report.xml' },
      supply: {},
    };
  },
};

const SETTINGS = ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'];

function ownPatterns(read: (name: string) => string): string[] | null {
  for (const name of SETTINGS) {
    const found = /^python_files\s*=\s*(\[[^\]]*\]|.*(?:\n[ \t]+\S.*)*)/m.exec(read(name))?.[1];
    const names = found?.match(/[\w.*?[\]-]+\.py\b|[\w*?]+\*[\w*?.]*/g);
    const files = filesNamed(read(name));
    if (names) return [...names.map((each) => `**/${each}`), ...files];
    if (files.length > 0) return [...USUAL, ...files];
  }
  return null;
}

const USUAL = ['**/test_*.py', '**/*_test.py'];

/** `testpaths` may name files, which need no test's name. */
function filesNamed(settings: string): string[] {
  const found = /^testpaths\s*=\s*(\[[^\]]*\]|.*(?:\n[ \t]+\S.*)*)/m.exec(settings)?.[1] ?? '';
  return found.match(/[\w./-]+\.py\b/g) ?? [];
}

function selected(select: FinishedRun['request']['select']): readonly string[] {
  if (select.type === 'all') return [];
  return select.type === 'files' ? select.files : [[select.file, ...select.suites, select.title].join('::')];
}

function parse({ reports, request: { root }, exec }: FinishedRun): ParsedReport {
  const read = parseJunit(reports[0] ?? '');
  if (!read.ok) return { tests: [], files: [], failures: [], unbelievable: `the report does not read: ${read.why}` };
  const unloaded = read.report.cases.filter(isCollectionError);
  const ran = merged(read.report.cases.filter((found) => !isCollectionError(found)));
  const tests = withIds(ran.map((found) => testOf(found, root)));
  const failures = unloaded.map(({ error, file, name }) => {
    const failure = pythonFailure(error ?? { type: '', message: '', text: '' });
    return { ...failure, file: fromRoot(root, failure.file ?? (file || moduleFile(name))) };
  });
  const files = [...new Set([...tests.map(({ file }) => file), ...failures.map(({ file }) => file)])];
  // 2: interrupted (also by files that did not load), 3: pytest itself failed.
  const cut = exec.exitCode === 3 || (exec.exitCode === 2 && failures.length === 0);
  return {
    tests,
    files,
    failures,
    ...(cut ? { unbelievable: `pytest was interrupted: ${lastLines(exec.stdout.text)}` } : {}),
  };
}

const isCollectionError = ({ error, classname }: JunitCase): boolean =>
  error !== null && (classname === '' || /^collection failure/.test(error.message));

/** A test whose tear-down failed is reported twice; the failing report counts. */
function merged(cases: readonly JunitCase[]): JunitCase[] {
  const byName = new Map<string, JunitCase>();
  for (const found of cases) {
    const key = `${found.classname}::${found.name}`;
    const known = byName.get(key);
    byName.set(
      key,
      known ? { ...known, error: known.error ?? found.error, failure: known.failure ?? found.failure } : found,
    );
  }
  return [...byName.values()];
}

function testOf(found: JunitCase, root: string) {
  const file = fromRoot(root, found.file || moduleFile(found.classname));
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const inside = found.classname.startsWith(`${module}.`) ? found.classname.slice(module.length + 1).split('.') : [];
  const problem = found.failure ?? found.error;
  const failure = problem ? pythonFailure(problem) : null;
  // An expected failure is a promise for later: it neither passed nor was merely skipped.
  const skipped = found.skipped?.type === 'pytest.xfail' ? ('todo' as const) : ('skipped' as const);
  return {
    file,
    suites: inside,
    title: found.name,
    state: failure ? ('failed' as const) : found.skipped ? skipped : ('passed' as const),
    durationMs: found.seconds * 1000,
    ...(failure ? { failure: { ...failure, file: failure.file ?? file } } : {}),
  };
}

const moduleFile = (module: string): string => `${module.replaceAll('.', '/')}.py`;

function explain({ exec }: FinishedRun): TestRunOutcome | null {
  const said = `${exec.stderr.text}\n${exec.stdout.text}`.trim();
  if (/No module named '?pytest'?/.test(exec.stderr.text)) return missing('pytest', INSTALL, exec.stderr.text);
  if (exec.exitCode === 5) return { type: 'no-tests', why: 'pytest collected no test' };
  const absent = /ERROR: (file or directory not found: .*|not found: .*)/.exec(said)?.[1];
  if (absent !== undefined) return { type: 'no-tests', why: absent };
  // 4 is its usage error: options and configuration. A conftest.py that does not load also ends this way.
  if (exec.exitCode !== 4) return null;
  const failure = pythonFailure({
    type: '',
    message: '',
    text: said.replaceAll(/^(?=\w*(Error|Exception)\b)/gm, 'E   '),
  });
  const known = failure.kind !== 'exception' && /conftest/.test(said);
  return known
    ? broken(failure.kind, failure.message, [failure])
    : broken('config', `pytest refused: ${lastLines(said)}`);
}
