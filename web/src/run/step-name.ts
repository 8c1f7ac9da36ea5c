import type { NodeView } from '#contracts/run-view.ts';
import { type Chapter, nameInWords } from '#contracts/stories/chapters.ts';

/** An activation by what it does, in its workflow's words; the second of a step is its name and 2. */
export function stepName(
  { node, name, act }: Pick<NodeView, 'node' | 'name' | 'act'>,
  chapters: readonly Chapter[] | null,
): string {
  const title = chapters?.flatMap(({ steps }) => steps[node] ?? [])[0] ?? nameInWords(node);
  if (name !== null) return `${title}: ${name}`;
  const nth = /#(\d+)$/.exec(act)?.[1] ?? '1';
  return nth === '1' ? title : `${title} ${nth}`;
}
