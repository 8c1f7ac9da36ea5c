import type { ActivationId } from '../ids.ts';
import type { Moment } from '../run-timeline.ts';
import { labelOf, type NodeView } from '../run-view-types.ts';
import { type Chapter, nameInWords } from './chapters.ts';

type Named = Pick<NodeView, 'node' | 'name' | 'act' | 'purpose'>;

/** An activation's name in its workflow's words; further ones of a step get a number where nothing tells them apart. */
export function stepName({ node, name, act, purpose }: Named, chapters: readonly Chapter[] | null): string {
  const title = stepTitle(node, chapters);
  const own = name ?? purpose;
  if (own !== undefined) return `${title}: ${own}`;
  const nth = /#(\d+)$/.exec(act)?.[1] ?? '1';
  return nth === '1' ? title : `${title} ${nth}`;
}

/** A step of a workflow in its words. */
export const stepTitle = (node: string, chapters: readonly Chapter[] | null): string =>
  chapters?.flatMap(({ steps }) => steps[node] ?? [])[0] ?? nameInWords(node);

/** What happened, with the step's name as in the other views: `act 3 done` is `Gate 3 done`. */
export function momentInWords(
  { act, text }: Pick<Moment, 'act' | 'text'>,
  nodeOf: (act: ActivationId) => Named | undefined,
  chapters: readonly Chapter[] | null,
): string {
  const node = act === null ? undefined : nodeOf(act);
  const label = node && labelOf(node);
  return node && label !== undefined && text.startsWith(label)
    ? `${stepName(node, chapters)}${text.slice(label.length)}`
    : text;
}
