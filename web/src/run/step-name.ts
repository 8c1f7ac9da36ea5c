import type { Moment } from '#contracts/run-timeline.ts';
import { labelOf, type NodeView } from '#contracts/run-view.ts';
import { type Chapter, nameInWords } from '#contracts/stories/chapters.ts';

type Named = Pick<NodeView, 'node' | 'name' | 'act'>;

/** An activation by what it does, in its workflow's words; the second of a step is its name and 2. */
export function stepName({ node, name, act }: Named, chapters: readonly Chapter[] | null): string {
  const title = chapters?.flatMap(({ steps }) => steps[node] ?? [])[0] ?? nameInWords(node);
  if (name !== null) return `${title}: ${name}`;
  const nth = /#(\d+)$/.exec(act)?.[1] ?? '1';
  return nth === '1' ? title : `${title} ${nth}`;
}

/** What happened, with its step by the name that the other views have for it: `act#3 done` is `Gate 3 done`. */
export function momentInWords(
  { act, text }: Pick<Moment, 'act' | 'text'>,
  nodes: readonly Named[],
  chapters: readonly Chapter[] | null,
): string {
  const node = act === null ? undefined : nodes.find((each) => each.act === act);
  const label = node && labelOf(node);
  return node && label !== undefined && text.startsWith(label)
    ? `${stepName(node, chapters)}${text.slice(label.length)}`
    : text;
}
