import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { ImpactMap, KnownImpact } from '#gates/impact/impact-map.ts';
import { measureImpact } from '#gates/impact/measure-impact.ts';
import { reachedTests } from '#gates/impact/reached-tests.ts';
import { edited, type Files, gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const signal = new AbortController().signal;
const lacks = await probedSandbox();
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** A module each with a test of its own; some share one, one starts a program, one lists a folder, one reads a source. */
function javascript(runner: 'vitest' | 'jest' | 'node:test' | 'mocha'): Files {
  const own = runner === 'node:test';
  const head = own
    ? "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\n"
    : runner === 'vitest'
      ? "import assert from 'node:assert/strict';\nimport { it } from 'vitest';\n"
      : "const assert = require('node:assert/strict');\n";
  const isCommon = runner === 'jest' || runner === 'mocha';
  const from = (names: string, path: string): string =>
    isCommon ? `const { ${names} } = require('${path}');\n` : `import { ${names} } from '${path}';\n`;
  const gives = (name: string, text: string): string =>
    isCommon ? `exports.${name} = ${text};\n` : `export const ${name} = ${text};\n`;
  const test = (name: string, more = ''): string =>
    `${head}${from(name, `../src/${name}.js`)}${more}it('${name}', () => assert.equal(${name}(1), 2));\n`;
  return {
    'package.json': JSON.stringify({
      ...{ name: 'many', ...(isCommon ? {} : { type: 'module' }) },
      scripts: {
        test: { vitest: 'vitest run', jest: 'jest', mocha: 'mocha test', 'node:test': 'node --test' }[runner],
      },
      ...(own ? {} : { devDependencies: { [runner]: '*' } }),
    }),
    'src/one.js': gives('one', '1'),
    ...Object.fromEntries(
      NAMES.map((name) => [
        `src/${name}.js`,
        name < 'c' ? `${from('one', './one.js')}${gives(name, '(n) => n + one')}` : gives(name, '(n) => n + 1'),
      ]),
    ),
    ...Object.fromEntries(NAMES.map((name) => [`test/${name}.test.js`, test(name)])),
    'test/e.test.js': test('e', `${from('execFileSync', 'node:child_process')}execFileSync('true');\n`),
    'test/f.test.js': test('f', `${from('readdirSync', 'node:fs')}readdirSync('src');\n`),
    'test/g.test.js': test('g', `${from('readFileSync', 'node:fs')}readFileSync('src/d.js', 'utf8');\n`),
  };
}

const PYTHON: Files = {
  'pyproject.toml': '[project]\nname = "many"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
  'many/__init__.py': '',
  'many/one.py': 'ONE = 1\n',
  ...Object.fromEntries(
    NAMES.map((name) => [
      `many/${name}.py`,
      name < 'c'
        ? `from .one import ONE\n\n\ndef ${name}(n):\n    return n + ONE\n`
        : `def ${name}(n):\n    return n + 1\n`,
    ]),
  ),
  ...Object.fromEntries(
    NAMES.map((name) => [
      `tests/test_${name}.py`,
      `from many.${name} import ${name}\n\n\ndef test_${name}():\n    assert ${name}(1) == 2\n`,
    ]),
  ),
  'tests/test_e.py':
    "import subprocess\n\nfrom many.e import e\n\n\ndef test_e():\n    subprocess.run(['true'], check=True)\n    assert e(1) == 2\n",
  'tests/test_f.py':
    "import os\n\nfrom many.f import f\n\n\ndef test_f():\n    assert 'f.py' in os.listdir('many')\n    assert f(1) == 2\n",
  'tests/test_g.py':
    "from many.g import g\n\n\ndef test_g():\n    assert open('many/d.py').read()\n    assert open('prices.txt').read() == '1'\n    assert g(1) == 2\n",
  'prices.txt': '1',
};

const lacksPytest = (): string | null => {
  try {
    execFileSync('python3', ['-c', 'import pytest'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'python3 has no pytest';
  }
};

const isMap = (known: KnownImpact): known is ImpactMap => 'files' in known;

async function mapped(files: Files) {
  const rig = await gateRig(files);
  onTestFinished(() => rig.close());
  const runners = await rig.treeRunner.runners(rig.base);
  const [runner] = runners;
  if (!runner) throw new Error('no runner');
  const map = await measureImpact(rig.treeRunner, rig.base, runners, runner, signal);
  if (!isMap(map)) throw new Error(map.why);
  const reached = async (edits: Readonly<Record<string, string | null>>, on: TreeHash = rig.base) => {
    const tree = await edited(rig, on, edits);
    const found = await reachedTests(rig.treeRunner, { base: rig.base, tree, scope: 'reached' }, signal);
    return found && [...found.files].sort();
  };
  return { rig, map, reached };
}

describe.skipIf(lacks !== null)(
  `G3.5 what tests reach, seen on main${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 180_000 },
  () => {
    it.for(['vitest', 'jest', 'node:test'] as const)('comes from %s file by file', async (runner, { skip }) => {
      if (runner === 'jest' && !existsSync(join(import.meta.dirname, '../../node_modules/jest')))
        skip('jest is not installed');
      const { map, reached } = await mapped(javascript(runner));
      expect(map.always).toEqual(['test/e.test.js', 'test/f.test.js']);
      const always = map.always;
      expect(await reached({ 'src/a.js': '// changed\n' })).toEqual(['test/a.test.js', ...always]);
      expect(await reached({ 'src/one.js': '// changed\n' })).toEqual(['test/a.test.js', 'test/b.test.js', ...always]);
      expect(await reached({ 'src/d.js': '// changed\n' })).toEqual(['test/d.test.js', ...always, 'test/g.test.js']);
      expect(await reached({ 'src/new.js': '' })).toBeNull();
      expect(await reached({ 'package.json': '{}' })).toBeNull();
    });

    it('is everyone for everything where a runner loads all tests into one process', async () => {
      const { map, reached } = await mapped(javascript('mocha'));
      expect(Object.keys(map.tests)).toHaveLength(NAMES.length);
      expect(await reached({ 'src/a.js': '// changed\n' })).toBeNull();
    });

    it('comes from pytest through imports and opened files', async ({ skip }) => {
      const without = lacksPytest();
      if (without !== null) skip(without);
      const { map, reached } = await mapped(PYTHON);
      expect(map.always).toEqual(['tests/test_e.py', 'tests/test_f.py']);
      const always = map.always;
      expect(await reached({ 'many/a.py': '# changed\n' })).toEqual(['tests/test_a.py', ...always]);
      expect(await reached({ 'many/one.py': 'ONE = 2\n' })).toEqual(['tests/test_a.py', 'tests/test_b.py', ...always]);
      expect(await reached({ 'prices.txt': '2' })).toEqual([...always, 'tests/test_g.py']);
      expect(await reached({ 'many/new.py': '' })).toBeNull();
      expect(await reached({ 'other.txt': '' })).toBeNull();
    });
  },
);
