import type { Moment } from '#contracts/run-timeline.ts';
import { labelOf, type NodeView } from '#contracts/run-view.ts';
import { type Chapter, nameInWords } from '#contracts/stories/chapters.ts';

type Named = Pick<NodeView, 'node' | 'name' | 'act'>;

/** An activation's name in its workflow's words; further ones of a step get a number. */
export function stepName({ node, name, act }: Named, chapters: readonly Chapter[] | null): string {
  const title = chapters?.flatMap(({ steps }) => steps[node] ?? [])[0] ?? nameInWords(node);
  if (name !== null) return `${title}: ${name}`;
  const nth = /#(\d+)$/.exec(act)?.[1] ?? '1';
  return nth === '1' ? title : `${title} ${nth}`;
}

/** What happened, with the step's name as in the other views: `act#3 done` is `Gate 3 done`. */
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
