import { expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { readTestFile } from '../inventory/test-inventory.ts';
import { touchesProject } from './touches-project.ts';

const FILE = 'tests/cli.test.ts';
const runner = { runner: 'vitest', root: '.', isTestFile: (path: string) => path === FILE };
const tree = TreeHash.parse('a'.repeat(40));

/** The refusals for the only test of a file. */
async function heldAgainst(text: string, others: readonly string[] = []): Promise<string | null> {
  const [test] = (await readTestFile(FILE, text, runner)).tests ?? [];
  if (test === undefined) throw new Error('no test was read');
  const treeRunner = {
    read: async (_: TreeHash, path: string) => (path === FILE ? text : null),
    list: async () => [FILE, ...others],
  };
  return (await touchesProject(treeRunner, tree, test, { runners: [runner] }))?.message ?? null;
}

it.each([
  ['calls an import', "import { add } from '../src/add.ts';\nit('adds', () => { expect(add(1)).toBe(2); });"],
  [
    'starts a program by a library of any name',
    "import { x } from 'tinyexec';\nconst run = async (file) => (await x('node', [file])).stdout;\nit('runs', async () => { expect(await run('example.ts')).toBe('a'); });",
  ],
  [
    'starts a program in a helper',
    "import { spawnSync } from 'node:child_process';\nconst run = (file) => spawnSync(file).stdout;\nit('runs', () => { expect(run('./example')).toBe('a'); });",
  ],
])('a test that %s may be red by the project', async (_, text) => {
  expect(await heldAgainst(text)).toBeNull();
});

it('a test that bundles code which imports the project may be red by it', async () => {
  const bundle = (module: string): string =>
    `import { build } from 'esbuild';\nit('is small', async () => { expect((await sizeOf(\`import { diff } from "${module}"; diff()\`))).toBeLessThan(9); });`;
  const held = (module: string): Promise<string | null> => heldAgainst(bundle(module), ['src/index.ts', 'src/a.ts']);
  expect(await Promise.all(['../src', '../src/index', '../src/a.js'].map(held))).toEqual([null, null, null]);
  for (const module of ['../lib', './cli.test.ts', 'diff'])
    expect(await held(module)).toContain('never calls the code of this project');
});

it('a test that has nothing to do with the project may not', async () => {
  const own = "import { x } from 'y';\nconst help = (n) => x(n);\nit('adds', () => { expect(help(1)).toBe(2); });";
  expect(await heldAgainst(own)).toContain('never calls the code of this project');
  expect(await heldAgainst("it('adds', () => { expect(1).toBe(2); });")).toContain('nothing but constants');
});

it('constants say something to the project’s own assertions, and to no one else’s', async () => {
  const test = (head: string, body: string): Promise<string | null> =>
    heldAgainst(`${head}\nit('is close', () => { ${body} });`);
  const chai = "import * as chai from '../index.js';\n";
  expect(await test(`${chai}var expect = chai.expect;`, 'expect(4.4).to.be.closeTo(4.5, 0.2);')).toBeNull();
  expect(await test(`${chai}const { assert } = chai;`, 'assert.closeTo(4.4, 4.5, 0.2);')).toBeNull();
  expect(await test(`${chai}var should = chai.Should();`, '(4.4).should.be.closeTo(4.5, 0.2);')).toBeNull();
  expect(await test("import { expect } from '../src/expect.ts';", 'expect(1).toBe(2);')).toBeNull();
  for (const head of [
    "import { expect } from 'vitest';\nimport { f } from '../src/f.ts';",
    "import { expect } from './helpers/expect.ts';",
    "import * as chai from 'chai';\nimport * as own from '../index.js';\nconst expect = chai.expect;",
  ])
    expect(await test(head, 'expect(1).toBe(2);')).toContain('nothing but constants');
});

it('a name that comes with all others of a module is one of the project', async () => {
  const file = 'tests/test_deco.py';
  const files: Record<string, string> = { 'pack/deco.py': 'def decorator(deco):\n    return deco\n' };
  const body = (name: string): string =>
    `    @${name}\n    def inc(n):\n        return n + 1\n\n    assert inc(1) == 3\n`;
  const held = async (name: string, said = body(name)): Promise<string | null> => {
    const text = `from pack.deco import *\n\n\ndef own(n):\n    return n\n\n\ndef test_inc():\n${said}`;
    const python = { runner: 'pytest', root: '.', isTestFile: (path: string) => path === file };
    const [test] = (await readTestFile(file, text, python)).tests ?? [];
    if (test === undefined) throw new Error('no test was read');
    const all: Record<string, string> = { ...files, [file]: text };
    const treeRunner = {
      read: async (_: TreeHash, path: string) => all[path] ?? null,
      list: async () => Object.keys(all),
    };
    return (await touchesProject(treeRunner, tree, test, { runners: [python] }))?.message ?? null;
  };
  expect(await held('decorator')).toBeNull();
  expect(await held('staticmethod')).toContain('never calls the code of this project');
  // A function that the change will add has no definition yet; a function in the test file does.
  expect(await held('', '    assert del_in({"a": 1}, "a") == {}\n')).toBeNull();
  for (const own of ['len("abc")', 'own(3)', '(lambda n: n)(3)'])
    expect(await held('', `    value = ${own}\n    assert value == 4\n`)).toContain('never calls the code');
});
