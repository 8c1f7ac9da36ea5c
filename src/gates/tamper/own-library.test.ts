import { expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { checkTamper } from './check-tamper.ts';

const tree = TreeHash.parse('a'.repeat(40));
const changed = { path: 'src/index.js', status: 'modified', kind: 'file', hunks: [] } as unknown as DiffFile;

/** The refusals for code that imports `uvu/diff`, in a package of this name. */
async function heldIn(name: string): Promise<string[]> {
  const texts = new Map([
    ['package.json', JSON.stringify({ name })],
    ['src/index.js', "import { compare } from 'uvu/diff';\nexport const run = () => compare(1, 1);\n"],
  ]);
  const treeRunner = {
    list: async () => [...texts.keys()],
    read: async (_: TreeHash, path: string) => texts.get(path) ?? null,
    readAll: async () => texts,
    diff: async () => ({ from: tree, to: tree, files: [changed] }),
  } as unknown as TreeRunner;
  const order = { base: tree, accepted: tree, tree, runners: [], preflight: null, mayChange: [] };
  return (await checkTamper(treeRunner, { ...order, testsMayChange: 'none' })).map(({ code }) => code);
}

it('G3.15 a test library may import itself; other code outside the tests may not import one', async () => {
  expect(await heldIn('uvu')).toEqual([]);
  expect(await heldIn('shop')).toEqual(['TEST_SUPPORT_CHANGED']);
});
