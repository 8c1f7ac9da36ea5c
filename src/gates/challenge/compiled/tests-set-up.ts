import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';
import type { CompiledQuestion } from './questions.ts';

/** Set-up that main's own tests do before any of them runs may cause an honest difference. */
export async function testsSetUp(
  {
    treeRunner,
    base,
    runner,
  }: { readonly treeRunner: TreeRunner; readonly base: TreeHash; readonly runner: ProjectRunner },
  questions: readonly CompiledQuestion[],
): Promise<boolean> {
  const folders = new Set(questions.map(({ call }) => posix.dirname(call.function.path)));
  const paths = (await treeRunner.list(base)).filter(
    (path) => runner.isTestFile(path) && folders.has(posix.dirname(path)),
  );
  const texts = await treeRunner.readAll(base, paths);
  return [...texts.values()].some((text) => /^func (TestMain|init)\(/m.test(text));
}
