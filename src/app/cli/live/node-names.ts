import type { ActivationId } from '#contracts/ids.ts';
import type { Moment } from '#contracts/run-timeline.ts';
import { labelOf, type RunView } from '#contracts/run-view.ts';
import { type Chapter, isPassing, nameInWords } from '#contracts/stories/chapters.ts';
import { oneLine } from '#contracts/text.ts';

/** The nodes that a person sees, and their names. */
export interface NodeNames {
  readonly nameOf: typeof labelOf;
  isTold(moment: Moment): boolean;
  /** The view without nodes that only pass data on. */
  toldOf(view: RunView): RunView;
  /** The output of a node while it works; null if it is not shown. */
  said(act: ActivationId, line: string): string | null;
}

const ALL: NodeNames = { nameOf: labelOf, isTold: () => true, toldOf: (view) => view, said: () => null };

/** Pure. By the chapters of the workflow: a node's title in words, and its times where it comes again. */
export function nodeNames(chapters: readonly Chapter[] | undefined): NodeNames {
  if (chapters === undefined) return ALL;
  const titleOf = (node: string): string =>
    chapters.find(({ steps }) => node in steps)?.steps[node] ?? nameInWords(node);
  const nameOf: typeof labelOf = ({ node, name, act }) => {
    const times = timesOf(act);
    const title = name === null ? titleOf(node) : `${titleOf(node)}: ${name}`;
    return times > 1 ? `${title} (${times})` : title;
  };
  // What a person said to such a step is told; that it has ended is not.
  const isQuiet = ({ act, tone, text }: Moment): boolean =>
    act !== null &&
    isPassing(chapters, nodeOf(act)) &&
    (tone === 'quiet' || (tone === 'plain' && / done(?: \([^)]*\))?$/.test(text)));
  return {
    nameOf,
    isTold: (moment) => !isQuiet(moment),
    toldOf: (view) => ({
      ...view,
      nodes: view.nodes.filter(
        ({ node, state }) => !isPassing(chapters, node) || state === 'failed' || state === 'asking',
      ),
    }),
    said: (act, line) => `${nameOf({ node: nodeOf(act), name: null, act })}: ${oneLine(line)}`,
  };
}

const nodeOf = (act: ActivationId): string => act.replace(/#\d+$/, '');
const timesOf = (act: ActivationId): number => Number(/#(\d+)$/.exec(act)?.[1] ?? 1);
