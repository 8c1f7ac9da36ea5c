import { AssayError } from '#contracts/errors.ts';
import { PAGE_EVENTS, type runRoutes } from '#contracts/http/run-routes.ts';
import { Seq } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { findRun } from '#engine/find-run.ts';
import type { Handlers } from '../bind.ts';
import { drawGraph } from '../draw-graph.ts';
import { evidenceOf } from '../evidence.ts';
import { pageOfRuns } from '../list-runs.ts';
import { readPage } from '../live/read-page.ts';
import { needsOf } from '../needs.ts';
import { nodeDetail } from '../node-detail.ts';
import type { ServerContext } from '../server-context.ts';
import { showRun } from '../shown-run.ts';

const MOMENTS = 200;
const MOST_MOMENTS = 5_000;
const MOST_EVENTS = 2_000;

export const runAnswers = (serverContext: ServerContext): Handlers<typeof runRoutes> => {
  const find = (wanted: string): Promise<ListedRun> => findRun(serverContext.runs.store, wanted);
  return {
    runs: async ({ query }) => ({
      ...(await pageOfRuns(serverContext, query)),
      workflows: await workflows(serverContext),
    }),
    run: async ({ params, query }) => runDetail(serverContext, await find(params.run), query),
    runEvents: async ({ params, query: { from = 1, to, limit = PAGE_EVENTS } }) => {
      const { run, head } = await find(params.run);
      const last = Math.min(to ?? head, head);
      const most = Math.min(limit, MOST_EVENTS);
      const events = await readPage(serverContext.runs.store, run, { from, to: last, limit: most });
      const seen = events.at(-1)?.seq ?? last;
      return { run, events, head, next: seen < last ? seen + 1 : null };
    },
    runNode: async ({ params }) => nodeDetail(serverContext, (await find(params.run)).run, params.act),
    runGraph: async ({ params }) => {
      const { run, graph } = await find(params.run);
      const { nodes } = (await serverContext.folds.now(run)).fold.view();
      return { graph: drawGraph(graph, await serverContext.graphs.get(graph.name), nodes), ref: graph };
    },
    runEvidence: async ({ params }) => ({ evidence: await evidenceOf(serverContext, (await find(params.run)).run) }),
  };
};

interface DetailQuery {
  readonly at?: number | undefined;
  readonly moments?: number | undefined;
}

async function runDetail(serverContext: ServerContext, header: ListedRun, { at, moments = MOMENTS }: DetailQuery) {
  const { run, head } = header;
  if (at !== undefined && (at < 1 || at > head)) {
    throw new AssayError('USAGE', `run ${run} has no event ${at}`, { next: `Its events are 1 to ${head}.` });
  }
  const graph = await serverContext.graphs.get(header.graph.name);
  const needs = at === undefined ? await needsOf(serverContext, header) : [];
  const facts = at === undefined ? await serverContext.folds.now(run) : await serverContext.folds.at(run, at);
  const view = facts.fold.view();
  const { timeline } = view;
  return {
    run: showRun(serverContext, header),
    at: Seq.parse(facts.fold.seq),
    view: { ...view, timeline: timeline.slice(timeline.length - Math.min(moments, MOST_MOMENTS, timeline.length)) },
    moments: timeline.length,
    graph: drawGraph(header.graph, graph, view.nodes),
    budget: facts.budget,
    input: facts.input,
    pause: facts.pause && { reason: facts.pause.reason, detail: facts.pause.detail },
    needs,
  };
}

/** Of the newest runs; a filter for an older one can still be typed. */
async function workflows({ runs }: ServerContext): Promise<string[]> {
  const names = (await runs.store.list({ limit: 500 })).map(({ graph }) => graph.name);
  return [...new Set(names)].sort();
}
