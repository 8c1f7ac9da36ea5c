import type { TreeHash } from '#contracts/ids.ts';
import type { Diff } from '#contracts/workspace.ts';
import { addedLines } from '../mutation/files-to-mutate.ts';
import type { TreeRunner } from '../tree-runner.ts';

/** Components of which only the template or the style was changed: nothing there is computed by their scripts. */
export async function onlyLooks(treeRunner: TreeRunner, tree: TreeHash, { files }: Diff): Promise<string[]> {
  const found: string[] = [];
  for (const file of files.filter(({ path, added }) => COMPONENT.test(path) && added > 0)) {
    const text = await treeRunner.read(tree, file.path);
    if (text === null || file.truncated) continue;
    const scripts = scriptLines(text);
    if (!addedLines(file).some(({ first, last }) => scripts.some((each) => each.first <= last && each.last >= first)))
      found.push(file.path);
  }
  return found;
}

const COMPONENT = /\.(vue|svelte|astro)$/;

/** Between `<script>` and `</script>`, and what Astro has between lines of three dashes at the top. Pure. */
export function scriptLines(text: string): { first: number; last: number }[] {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  return [...text.matchAll(/<script\b[\s\S]*?(?:<\/script\s*>|(?![\s\S]))|^---\n[\s\S]*?\n---$/gim)].map(
    ({ index, 0: whole }) => ({ first: lineOf(index), last: lineOf(index + whole.length) }),
  );
}
