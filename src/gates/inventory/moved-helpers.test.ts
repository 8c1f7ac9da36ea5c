import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { compareInventories } from './compare.ts';
import { definitionOf, withoutMovedHelpers } from './moved-helpers.ts';
import { readTestFile } from './test-inventory.ts';

const TREE = TreeHash.parse('a'.repeat(40));
const LOCK =
  'class Counted:\n    def __init__(self):\n        self.count = 0\n\n    def __enter__(self):\n        self.count += 1\n';
const TESTS = 'def test_lock():\n    with Counted() as lock:\n        assert lock.count == 1\n';
const TS = 'const made = (n: number) => ({\n  n,\n});\n';

/** The names that are still reported as rebound after a helper moved from one test file to another. */
async function left(path: string, before: string, after: string, there: Record<string, string>) {
  const runner = { runner: path.endsWith('.py') ? 'pytest' : 'vitest', root: '.', isTestFile: () => true };
  const [was, is] = [await readTestFile(path, before, runner), await readTestFile(path, after, runner)];
  const old = new Map([[path, was]]);
  const change = compareInventories(old, new Map([[path, is]]));
  const readAll = async (_: TreeHash, paths: readonly string[]) =>
    new Map(Object.entries(there).filter(([name]) => paths.includes(name)));
  expect(change.rebound).toHaveLength(1);
  return (await withoutMovedHelpers({ readAll }, TREE, change, old)).rebound.length;
}

const python = (module: string, file: string, text: string) =>
  left('tests/test_a.py', `${LOCK}\n\n${TESTS}`, `from ${module} import Counted\n\n\n${TESTS}`, { [file]: text });

describe('a helper that moved to another file', () => {
  it('is unchanged if it was moved word for word', async () => {
    expect(await python('.', 'tests/__init__.py', `import os\n\n\n${LOCK}\n\nX = 1\n`)).toBe(0);
    const more = 'class More(Counted):\n    def __init__(self):\n        Counted.__init__(self)\n';
    expect(await python('.helpers', 'tests/helpers.py', `${LOCK}\n\n${more}`)).toBe(0);
    expect(await python('tests.helpers', 'tests/helpers.py', LOCK)).toBe(0);
    const test = "it('is', () => {\n  expect(made(1).n).toBe(1);\n});\n";
    const after = `import { made } from './made.js';\n${test}`;
    expect(await left('test/a.test.ts', TS + test, after, { 'test/made.ts': `export ${TS}` })).toBe(0);
  });

  it.each([
    ['is another', LOCK.replace('+= 1', '+= 2')],
    ['is not there', 'import os\n'],
    ['gets another meaning below', `${LOCK}\n\nCounted = object\n`],
    ['is changed below', `${LOCK}\n\nCounted.__enter__ = lambda self: self\n`],
    ['is changed by name', `${LOCK}\n\nsetattr(Counted, '__enter__', None)\n`],
    ['comes from elsewhere in the end', `${LOCK}\n\nfrom fakes import Counted\n`],
  ])('is told where it %s', async (_, text) => {
    expect(await python('.helpers', 'tests/helpers.py', text)).toBe(1);
  });

  it('is read to its end', () => {
    expect(definitionOf(`x = 1\n${LOCK}y = 2\n`, 'Counted')).toBe(LOCK.trimEnd());
    expect(definitionOf(`export ${TS}const more = 1;\n`, 'made')).toBe(TS.trimEnd());
    expect(definitionOf('const made2 = 1\n', 'made')).toBeNull();
  });
});
