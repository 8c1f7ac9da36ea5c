import type { TreeHash } from '#contracts/ids.ts';
import type { KeptTest, TestLock } from '../test-lock.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { byName, inventoryOf, type WrittenTest } from './test-inventory.ts';

/** Locked tests, as in the tree in which they were red. */
export async function keptTests(
  treeRunner: TreeRunner,
  base: TreeHash,
  { tree, tests }: TestLock,
): Promise<KeptTest[]> {
  const written = await testsIn(treeRunner, base, tree);
  return tests.flatMap(({ id }) => {
    const test = written.get(id);
    return test ? [{ id, file: test.file, hash: test.hash, body: test.fact.bodyHash ?? null }] : [];
  });
}

/** Which of them a tree lacks: `as-written` word by word (a renamed test still counts), `at-all` in any form. */
export async function lostTests(
  treeRunner: TreeRunner,
  base: TreeHash,
  tree: TreeHash,
  kept: readonly KeptTest[],
  wanted: 'as-written' | 'at-all',
): Promise<KeptTest[]> {
  if (kept.length === 0) return [];
  const written = await testsIn(treeRunner, base, tree);
  const bodies = new Set([...written.values()].map(({ fact }) => fact.bodyHash));
  return kept.filter(({ id, hash, body }) => {
    if (body !== null && bodies.has(body)) return false;
    const test = written.get(id);
    return !test || (wanted === 'as-written' && test.hash !== hash);
  });
}

const testsIn = async (treeRunner: TreeRunner, base: TreeHash, tree: TreeHash): Promise<Map<string, WrittenTest>> => {
  const files = await inventoryOf(treeRunner, tree, await treeRunner.runners(base));
  return byName([...files.values()].flatMap(({ tests }) => tests ?? []));
};
