import { AssayError } from '#contracts/errors.ts';
import type { NodeDetail } from '#contracts/http/run-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { NodeStoryFold } from '#contracts/node-story.ts';
import { labelOf, RunViewFold } from '#contracts/run-view.ts';
import type { ServerContext } from './server-context.ts';

/** One activation, with all that the log has of it. */
export async function nodeDetail({ runs, drives }: ServerContext, run: RunId, wanted: string): Promise<NodeDetail> {
  const view = new RunViewFold();
  const fold = new NodeStoryFold(wanted);
  for await (const event of runs.store.read(run)) {
    view.add(event);
    fold.add(event);
  }
  const node = view.view().nodes.find(({ act }) => act === wanted);
  if (!node) throw new AssayError('RUN_UNKNOWN', `run ${run} has no activation ${wanted}`);
  const said = drives.saidBy(run, node.act).map(({ at, line }) => ({ at, line }));
  const { input, handedOn: _, ...story } = fold.story;
  return {
    node: { ...node, waitsFor: [...node.waitsFor] },
    label: labelOf(node),
    input: input ?? { inline: null },
    ...story,
    said,
  };
}
