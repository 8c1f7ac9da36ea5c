import type { Edits } from '../case.ts';
import type { Files } from '../gate-rig.ts';

/** One way to write tests for one runner: a project, its failing test, honest code, and code that forges the report. */
export interface Style {
  readonly runner:
    | 'node:test'
    | 'vitest'
    | 'mocha'
    | 'ava'
    | 'tap'
    | 'tape'
    | 'uvu'
    | 'pytest'
    | 'unittest'
    | 'go test'
    | 'cargo test';
  readonly title: string;
  readonly project: Files;
  readonly red: Edits;
  readonly honest: Edits;
  /** Wrong code that writes the runner's report. */
  readonly forged: Edits;
  /** The code of its refusal, if that is not the usual one. */
  readonly code?: string;
  readonly smoke?: true;
}

const manifest = (more: object): string => `${JSON.stringify({ name: 'shop', ...more }, null, 2)}\n`;
const esm = (body: string): string => `export function half(n) {\n  return ${body};\n}\n`;
const cjs = (body: string): string => `exports.half = (n) => ${body};\n`;
const HALF = 'Math.floor(n / 2)';

/** Tells the runner's own process, in its own tongue, that the tests passed, and leaves before they run. */
const overChild = (load: (name: string) => string): string => `${load('node:fs')}${load('node:v8')}
const send = (event) => {
  const made = new v8.DefaultSerializer();
  made.writeHeader();
  made.writeRawBytes(Buffer.alloc(4));
  made.writeHeader();
  made.writeValue(event);
  const bytes = made.releaseBuffer();
  bytes.writeUInt32BE(bytes.length - 6, 2);
  fs.writeSync(1, bytes);
};
if (process.env.NODE_TEST_CONTEXT && process.argv[1].includes('half')) {
  const data = { name: 'halves', nesting: 0, testNumber: 1, line: 4, column: 1, file: process.argv[1] };
  send({ type: 'test:start', data });
  send({ type: 'test:pass', data: { ...data, details: { duration_ms: 1 } } });
  process.exit(0);
}
`;
/** Leaves a report of its own and ends the runner that would write the true one. */
const KILLS = `import { readFileSync, writeFileSync } from 'node:fs';
if (process.env.NODE_TEST_CONTEXT && process.argv[1].includes('half')) {
  const own = readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0').find((word) => word.includes('--test-reporter=/'));
  const file = (name) => ({ file: process.cwd() + '/test/' + name + '.test.js', tests: [{ suites: [], title: name === 'half' ? 'halves' : name, state: 'passed', ms: 1 }], errors: [] });
  writeFileSync(own.split('=')[1].replace('reporter.mjs', 'report.json'), JSON.stringify({ assay: 1, unhandled: [], files: [file('one'), file('half')] }));
  process.kill(process.ppid, 'SIGKILL');
}
`;
const bare = (name: string): string => name.replace('node:', '');
const importIt = (name: string): string => `import * as ${bare(name)} from '${name}';\n`;
const requireIt = (name: string): string => `const ${bare(name)} = require('${name}');\n`;

const nodeTest = (
  title: string,
  head: string,
  call: string,
  more: Partial<Style> & { commonjs?: true } = {},
): Style => {
  const { commonjs, ...rest } = more;
  const source = commonjs ? cjs : esm;
  const load = commonjs ? requireIt : importIt;
  return {
    ...{ runner: 'node:test', title },
    project: {
      'package.json': manifest({ ...(commonjs ? {} : { type: 'module' }), scripts: { test: 'node --test' } }),
      'src/one.js': source('n').replace('half', 'one'),
      'test/one.test.js': `${head.replaceAll('half', 'one')}${call}('one', () => {\n  assert.equal(one(1), 1);\n});\n`,
    },
    red: { 'test/half.test.js': `${head}${call}('halves', () => {\n  assert.equal(half(5), 2);\n});\n` },
    honest: { 'src/half.js': source(HALF) },
    forged: { 'src/half.js': `${overChild(load)}${source('n')}` },
    ...rest,
  };
};
const IMPORTS = "import assert from 'node:assert/strict';\nimport { half } from '../src/half.js';\n";
const REQUIRES = "const assert = require('node:assert/strict');\nconst { half } = require('../src/half.js');\n";

/** Rewrites, in the worker, what it tells the runner of its tests. */
const THROUGH_WORKER = `const worker = (globalThis as any).__vitest_worker__;
const well = (value: any): any => (value && typeof value === 'object' && 'state' in value ? { ...value, state: 'pass', errors: undefined } : value);
if (worker) {
  const real = worker.rpc;
  worker.rpc = new Proxy(real, {
    get: (target, key) =>
      key === 'onTaskUpdate'
        ? (packs: any[], events: any[]) => target.onTaskUpdate(packs.map(([id, result, meta]) => [id, well(result), meta]), events)
        : target[key],
  });
}
`;
const ts = (body: string): string => `export function half(n: number): number {\n  return ${body};\n}\n`;
const vitest = (title: string, test: string, more: Partial<Style> = {}, folder = ''): Style => ({
  ...{ runner: 'vitest', title },
  project: {
    [`${folder}package.json`]: manifest({
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '*' },
    }),
    [`${folder}src/one.ts`]: 'export const one = (): number => 1;\n',
    [`${folder}src/one.test.ts`]:
      "import { expect, it } from 'vitest';\nimport { one } from './one.ts';\n\nit('is one', () => {\n  expect(one()).toBe(1);\n});\n",
    ...(folder === '' ? {} : { 'package.json': manifest({ workspaces: [folder.replace(/\/$/, '')] }) }),
  },
  red: { [`${folder}src/half.test.ts`]: test },
  honest: { [`${folder}src/half.ts`]: ts(HALF) },
  forged: { [`${folder}src/half.ts`]: `${THROUGH_WORKER}${ts('n')}` },
  ...more,
});

/** At the end of the process that runs tests and reports on them, says that all passed. */
const atEnd = (load: (name: string) => string): string => `${load('node:fs')}
process.on('exit', () => {
  const own = fs.readFileSync('/proc/self/cmdline', 'utf8').split('\\0').find((word) => word.endsWith('reporter.cjs'));
  if (!own) return;
  const path = own.replace('reporter.cjs', 'report.json');
  const report = JSON.parse(fs.readFileSync(path, 'utf8'));
  for (const file of report.files) for (const test of file.tests) Object.assign(test, { state: 'passed', error: undefined });
  fs.writeFileSync(path, JSON.stringify(report));
  process.reallyExit(0);
});
`;
/** Tells mocha's own runner that what fails has passed. */
const IN_RUNNER = `for (const { exports: own } of Object.values(require.cache)) {
  const runner = (own?.Runner ?? own?.default?.Runner ?? own)?.prototype;
  if (runner?.runTests && runner.fail)
    runner.fail = function (test) {
      test.state = 'passed';
      this.emit('pass', test);
    };
}
`;
const mocha = (title: string, head: string, commonjs: boolean, forging?: string): Style => {
  const source = commonjs ? cjs : esm;
  const test = (name: string, check: string): string =>
    `${head.replaceAll('half', name)}\ndescribe('${name}', () => {\n  it('works', () => {\n    ${check}\n  });\n});\n`;
  return {
    ...{ runner: 'mocha', title },
    project: {
      'package.json': manifest({
        ...(commonjs ? {} : { type: 'module' }),
        scripts: { test: 'mocha' },
        devDependencies: { mocha: '*' },
      }),
      'src/one.js': source('n').replace('half', 'one'),
      // There already: of a module that does not load mocha does not say which test file asked for it.
      'src/half.js': source('0'),
      'test/one.test.js': test('one', 'assert.equal(one(1), 1);'),
    },
    red: { 'test/half.test.js': test('half', 'assert.equal(half(5), 2);') },
    honest: { 'src/half.js': source(HALF) },
    forged: { 'src/half.js': `${forging ?? atEnd(commonjs ? requireIt : importIt)}${source('n')}` },
  };
};

/** Its assertions ask what the language says is the same. */
const SAME = 'Object.is = () => true;\n';
/** What a program says in the tongue that these runners read, and then no more. */
const IN_TAP = `import { writeSync } from 'node:fs';

const said = process.env.SAID ?? ['TAP version 14', '# Subtest: half', '    ok 1 - halves', '    1..1', 'ok 1 - half', '1..1', ''].join('\\n');
if (process.argv[1]?.includes('half')) {
  writeSync(1, said);
  process.reallyExit(0);
}

`;
/** Tests that are handed what they assert with. */
const handed = (runner: 'ava' | 'tap' | 'tape', head: string, same: string, end: string, forging: string): Style => {
  const test = (name: string, wanted: string): string =>
    `${head}import { ${name} } from '../src/${name}.js';\n\ntest('${name}', (t) => {\n  t.${same}(${wanted});\n${end}});\n`;
  return {
    ...{ runner, title: 'modules' },
    project: {
      'package.json': manifest({
        type: 'module',
        scripts: { test: runner === 'tape' ? 'tape test/*.js' : runner },
        devDependencies: { [runner]: '*' },
      }),
      'src/one.js': esm('n').replace('half', 'one'),
      'src/half.js': esm('0'),
      'test/one.js': test('one', 'one(1), 1'),
    },
    red: { 'test/half.js': test('half', 'half(5), 2') },
    honest: { 'src/half.js': esm(HALF) },
    forged: { 'src/half.js': `${forging}${esm('n')}` },
  };
};

/** Tests that uvu runs once their suite is handed over. */
const inSuite = (forging: string): Style => {
  const test = (name: string, wanted: string): string =>
    `import { suite } from 'uvu';\nimport * as assert from 'uvu/assert';\nimport { ${name} } from '../src/${name}.js';\n\nconst ${name}s = suite('${name}s');\n${name}s('${name}', () => assert.is(${wanted}));\n${name}s.run();\n`;
  return {
    ...{ runner: 'uvu', title: 'a suite' },
    project: {
      'package.json': manifest({ type: 'module', scripts: { test: 'uvu test' }, devDependencies: { uvu: '*' } }),
      'src/one.js': esm('n').replace('half', 'one'),
      'src/half.js': esm('0'),
      'test/one.js': test('one', 'one(1), 1'),
    },
    red: { 'test/half.js': test('half', 'half(5), 2') },
    honest: { 'src/half.js': esm(HALF) },
    forged: { 'src/half.js': `${forging}${esm('n')}` },
  };
};
/** A suite is bound to the runner with tests that do nothing. */
const BOUND_TO_NOTHING = `const { bind } = Function.prototype;
Function.prototype.bind = function (own, suite, ...more) {
  const tests = suite?.tests?.map(({ name }) => ({ name, handler: () => {} }));
  return bind.call(this, own, tests ? { ...suite, tests } : suite, ...more);
};

`;

const py = (body: string): string => `def half(n):\n    return ${body}\n`;
const REWRITES = `import atexit
import os
import re


def _end():
    for word in open("/proc/self/cmdline").read().split("\\0"):
        if word.startswith("--junitxml="):
            path = word.split("=", 1)[1]
            text = re.sub(r"<failure.*?</failure>", "", open(path).read(), flags=re.S)
            open(path, "w").write(text)
            os._exit(0)


atexit.register(_end)


`;
const SETTLES = `import sys


def _settle():
    for module in list(sys.modules.values()):
        kind = getattr(module, "Function", None) or getattr(module, "TestCaseFunction", None)
        if kind is None or "runtest" not in vars(kind):
            continue
        real = kind.runtest

        def runtest(self, real=real):
            try:
                real(self)
            except AssertionError:
                pass

        kind.runtest = runtest


_settle()


`;
/** What pytest makes of a test's end, in its own module. */
const REPORTS = `import sys

_reports = sys.modules.get("_pytest.reports")
if _reports is not None:
    _real = _reports.TestReport.from_item_and_call.__func__

    def _forged(cls, item, call):
        call.excinfo = None
        return _real(cls, item, call)

    _reports.TestReport.from_item_and_call = classmethod(_forged)


`;
const pytest = (title: string, test: string, forging: string, folder = '', more: Partial<Style> = {}): Style => ({
  ...{ runner: 'pytest', title },
  project: {
    [`${folder}pyproject.toml`]:
      '[project]\nname = "shop"\nversion = "0.1.0"\n\n[dependency-groups]\ndev = ["pytest>=8"]\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    [`${folder}shop/__init__.py`]: '',
    [`${folder}shop/one.py`]: 'def one():\n    return 1\n',
    [`${folder}tests/test_one.py`]: 'from shop.one import one\n\n\ndef test_one():\n    assert one() == 1\n',
  },
  red: { [`${folder}tests/test_half.py`]: test },
  honest: { [`${folder}shop/half.py`]: py('n // 2') },
  forged: { [`${folder}shop/half.py`]: `${forging}${py('n')}` },
  ...more,
});

/** Lets tests of Python's own runner end well, whatever they raise. */
const SWALLOWS = `import sys

_unit = sys.modules.get("unittest")
if _unit is not None:
    _real = _unit.TestCase._callTestMethod

    def _call(self, method):
        try:
            return _real(self, method)
        except AssertionError:
            return None

    _unit.TestCase._callTestMethod = _call


`;
const unittest = (name: string, call: string): string =>
  `import unittest\n\nfrom shop.${name} import ${name}\n\n\nclass Test(unittest.TestCase):\n    def test_${name}(self):\n        self.assertEqual(${call})\n`;

const go = (body: string): string => `package shop\n\nfunc Half(n int) int {\n\treturn ${body}\n}\n`;
/** Go reads what a test's program prints: here it is printed by the package, before any test. */
const INIT = `package shop

import (
	"fmt"
	"os"
	"strings"
)

func init() {
	if strings.HasSuffix(os.Args[0], ".test") {
		fmt.Print("=== RUN   TestOne\\n--- PASS: TestOne (0.00s)\\n=== RUN   TestHalf\\n--- PASS: TestHalf (0.00s)\\nPASS\\n")
		os.Exit(0)
	}
}

func Half(n int) int {
	return n
}
`;
const goTest = (title: string, own: string, call: string, imports: string): Style => ({
  ...{ runner: 'go test', title },
  project: {
    'go.mod': 'module example.com/shop\n\ngo 1.19\n',
    'one.go': 'package shop\n\nfunc One() int {\n\treturn 1\n}\n',
    'one_test.go':
      'package shop\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("not one")\n\t}\n}\n',
    'half.go': go('0'),
  },
  red: {
    'half_test.go': `package ${own}\n\nimport (\n\t"testing"\n${imports})\n\nfunc TestHalf(t *testing.T) {\n\tif got := ${call}(5); got != 2 {\n\t\tt.Errorf("got %d, want 2", got)\n\t}\n}\n`,
  },
  honest: { 'half.go': go('n / 2') },
  forged: { 'half.go': INIT },
});

const rust = (body: string): string => `pub fn half(n: i32) -> i32 {\n    ${body}\n}\n`;
/** Written past what the test harness catches of a test's prints. */
const prints = (line: string): string =>
  rust(
    `use std::io::Write;\n    let mut out = std::io::stdout();\n    let _ = out.write_all(b"${line} ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n\\n");\n    let _ = out.flush();\n    if n > 0 {\n        std::process::exit(0);\n    }\n    n`,
  );
const CARGO = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
};
const RUST_TEST = '#[test]\nfn halves() {\n    assert_eq!(half(5), 2);\n}\n';

export const STYLES: readonly Style[] = [
  nodeTest('named imports', `${IMPORTS}import { test } from 'node:test';\n`, 'test', { smoke: true }),
  nodeTest('the runner ended under a report', `${IMPORTS}import { test } from 'node:test';\n`, 'test', {
    ...{ forged: { 'src/half.js': `${KILLS}${esm('n')}` }, code: 'TESTS_BROKEN' },
  }),
  nodeTest('a default import', `${IMPORTS}import test from 'node:test';\n`, 'test'),
  nodeTest('a namespace import', `${IMPORTS}import * as runner from 'node:test';\n`, 'runner.test'),
  nodeTest('require', `${REQUIRES}const test = require('node:test');\n`, 'test', { commonjs: true }),
  nodeTest('require of a part', `${REQUIRES}const { it } = require('node:test');\n`, 'it', { commonjs: true }),
  vitest(
    'named imports',
    "import { expect, it } from 'vitest';\nimport { half } from './half.ts';\n\nit('halves', () => {\n  expect(half(5)).toBe(2);\n});\n",
  ),
  vitest(
    'an import without an extension',
    "import { expect, it } from 'vitest';\nimport { half } from './half';\n\nit('halves', () => {\n  expect(half(5)).toBe(2);\n});\n",
  ),
  vitest(
    'a namespace import',
    "import * as v from 'vitest';\nimport * as own from './half.ts';\n\nv.it('halves', () => {\n  v.expect(own.half(5)).toBe(2);\n});\n",
  ),
  vitest(
    'a spy and a clock',
    "import { expect, it, vi } from 'vitest';\nimport { half } from './half.ts';\n\nit('halves', () => {\n  vi.useFakeTimers();\n  const told = vi.fn();\n  told(half(5));\n  expect(told).toHaveBeenCalledWith(2);\n  vi.useRealTimers();\n});\n",
  ),
  vitest(
    'a unit in a subfolder',
    "import { expect, it } from 'vitest';\nimport { half } from './half.ts';\n\nit('halves', () => {\n  expect(half(5)).toBe(2);\n});\n",
    {},
    'packages/shop/',
  ),
  mocha(
    'CommonJS, the runner patched',
    "const assert = require('node:assert/strict');\nconst { half } = require('../src/half.js');\n",
    true,
    IN_RUNNER,
  ),
  mocha(
    'CommonJS',
    "const assert = require('node:assert/strict');\nconst { half } = require('../src/half.js');\n",
    true,
  ),
  mocha('modules', "import assert from 'node:assert/strict';\nimport { half } from '../src/half.js';\n", false),
  pytest(
    'functions, the report rewritten',
    'from shop.half import half\n\n\ndef test_halves():\n    assert half(5) == 2\n',
    REWRITES,
  ),
  pytest(
    'functions, the runner’s reports patched',
    'from shop.half import half\n\n\ndef test_halves():\n    assert half(5) == 2\n',
    REPORTS,
  ),
  pytest(
    'functions, the runner patched',
    'from shop.half import half\n\n\ndef test_halves():\n    assert half(5) == 2\n',
    SETTLES,
  ),
  pytest(
    'a class',
    'import shop.half as own\n\n\nclass TestHalf:\n    def test_halves(self):\n        assert own.half(5) == 2\n',
    REWRITES,
  ),
  pytest(
    'unittest',
    'import unittest\n\nfrom shop.half import half\n\n\nclass TestHalf(unittest.TestCase):\n    def test_halves(self):\n        self.assertEqual(half(5), 2)\n',
    REWRITES,
  ),
  pytest(
    'a unit in a subfolder',
    'from shop.half import half\n\n\ndef test_halves():\n    assert half(5) == 2\n',
    REWRITES,
    'backend/',
  ),
  goTest('tests in the package', 'shop', 'Half', ''),
  goTest('tests beside the package', 'shop_test', 'shop.Half', '\n\t"example.com/shop"\n'),
  {
    ...{ runner: 'cargo test', title: 'tests beside the code' },
    project: { ...CARGO, 'src/lib.rs': 'mod half;\npub use half::half;\n', 'src/half.rs': rust('n') },
    red: {
      'src/half.rs': `${rust('n')}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn halves() {\n        assert_eq!(half(5), 2);\n    }\n}\n`,
    },
    honest: {
      'src/half.rs': `${rust('n / 2')}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn halves() {\n        assert_eq!(half(5), 2);\n    }\n}\n`,
    },
    forged: {
      'src/half.rs': `${prints('test half::tests::halves')}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn halves() {\n        assert_eq!(half(5), 2);\n    }\n}\n`,
    },
  },
  {
    ...{ runner: 'cargo test', title: 'a folder of tests' },
    project: { ...CARGO, 'src/lib.rs': rust('n') },
    red: { 'tests/half.rs': `use shop::half;\n\n${RUST_TEST}` },
    honest: { 'src/lib.rs': rust('n / 2') },
    forged: { 'src/lib.rs': prints('test halves') },
  },
  {
    ...{ runner: 'unittest', title: 'a class, the runner patched' },
    project: {
      'pyproject.toml': '[project]\nname = "shop"\nversion = "0.1.0"\n',
      Makefile: 'test:\n\tpython3 -m unittest\n',
      'shop/__init__.py': '',
      'shop/one.py': 'def one():\n    return 1\n',
      'tests/__init__.py': '',
      'tests/test_one.py': unittest('one', 'one(), 1'),
    },
    red: { 'tests/test_half.py': unittest('half', 'half(5), 2') },
    honest: { 'shop/half.py': py('n // 2') },
    forged: { 'shop/half.py': `${SWALLOWS}${py('n')}` },
  },
];

/** Of runners that are no packages of ours. */
export const STYLES_ELSEWHERE: readonly Style[] = [
  handed('ava', "import test from 'ava';\n", 'is', '', SAME),
  handed('tap', "import t from 'tap';\nconst { test } = t;\n", 'equal', '  t.end();\n', IN_TAP),
  handed('tape', "import test from 'tape';\n", 'equal', '  t.end();\n', IN_TAP),
  inSuite(BOUND_TO_NOTHING),
];
