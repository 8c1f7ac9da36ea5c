import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isReportedAs } from './reported-as.ts';

/**
 * Which tests a change of test code affects, by the file under which a runner reports them: those in a changed file,
 * and those that depend on a changed fixture, helper or snapshot.
 */
export async function touchedBy(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
  changed: readonly string[],
): Promise<(told: string) => boolean> {
  const isBeside = isBesideTests(runners);
  const beside = (await treeRunner.list(tree)).filter(isBeside);
  const texts = await treeRunner.readAll(tree, beside);
  const reached = new Set(changed);
  const waiting = changed.filter(isBeside);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const path of beside) {
      if (reached.has(path) || !mentions(texts.get(path) ?? '', next)) continue;
      reached.add(path);
      waiting.push(path);
    }
  }
  const files = [...reached];
  return (told) => files.some((path) => runners.some((runner) => isReportedAs(runner, told, path)));
}

/** By the name that an import or a path would use; a conftest applies to everything below it without being named. */
function mentions(text: string, path: string): boolean {
  const stem = posix.basename(path).replace(/\.[^.]+$/, '');
  return stem !== 'index' && stem !== '__init__' && stem !== 'mod'
    ? new RegExp(`(?<![\\w-])${stem.replace(/\W/g, '\\$&')}(?![\\w-])`).test(text)
    : text.includes(posix.basename(posix.dirname(path)));
}
