import { CHAT } from '#contracts/chat-turn.ts';
import { isOver, type ShownRun } from '#contracts/http/run-shown.ts';
import { type RunId, SessionId } from '#contracts/ids.ts';
import type { ListedRun, RunStatus, ShownStatus } from '#contracts/run-header.ts';
import { findRun } from '#engine/find-run.ts';
import type { ServerContext } from './server-context.ts';
import { showRun } from './shown-run.ts';

export interface ListQuery {
  readonly status?: readonly ShownStatus[] | undefined;
  readonly workflow?: string | undefined;
  readonly text?: string | undefined;
  readonly session?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface RunPage {
  readonly runs: ShownRun[];
  readonly next: RunId | null;
}

const LIMIT = 50;
const MOST = 200;
const STEP = 200;
/** Headers examined for one page; further pages then find a rare match. */
const MOST_LOOKED_AT = 5_000;

/** One page of runs, newest first. The filter applies to what is shown, so headers are read until the page is full. */
export async function pageOfRuns(serverContext: ServerContext, query: ListQuery): Promise<RunPage> {
  const { store } = serverContext.runs;
  const limit = Math.min(Math.max(query.limit ?? LIMIT, 1), MOST);
  const logged = query.status && [...new Set(query.status.map(loggedAs))];
  const filter = {
    ...(query.session ? { session: SessionId.parse(query.session) } : {}),
    ...(logged && logged.length > 0 ? { status: logged } : {}),
  };
  const runs: ShownRun[] = [];
  let cursor = await cursorOf(serverContext, query.cursor);
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += STEP) {
    const step = await store.list({ ...filter, ...(cursor ? { after: cursor } : {}), limit: STEP });
    for (const [index, header] of step.entries()) {
      const run = showRun(serverContext, header);
      cursor = run.run;
      if (!fits(run, query)) continue;
      runs.push(run);
      if (runs.length === limit) return { runs, next: index + 1 < step.length || step.length === STEP ? cursor : null };
    }
    if (step.length < STEP) return { runs, next: null };
  }
  return { runs, next: cursor };
}

/** A cursor that names no run would give the first page again and again. */
async function cursorOf({ runs }: ServerContext, cursor: string | undefined): Promise<RunId | null> {
  if (!cursor) return null;
  return (await findRun(runs.store, cursor)).run;
}

function fits(run: ShownRun, { status, workflow, text }: ListQuery): boolean {
  if (status && status.length > 0 && !status.includes(run.shown)) return false;
  if (workflow && run.graph.name !== workflow) return false;
  if (!text) return true;
  const wanted = text.toLowerCase();
  return [run.title, run.run, run.graph.name].some((field) => field.toLowerCase().includes(wanted));
}

const loggedAs = (status: ShownStatus): RunStatus =>
  status === 'waiting' || status === 'interrupted' ? 'running' : status;

const NEWEST = 100;
const OPEN: readonly RunStatus[] = ['running', 'paused'];

/** The newest runs, and all that are not over. */
export async function newestAndOpen(serverContext: ServerContext): Promise<ShownRun[]> {
  const { store } = serverContext.runs;
  const newest = await store.list({ limit: NEWEST });
  const known = new Set(newest.map(({ run }) => run));
  const open = (await store.list({ status: OPEN })).filter(({ run }) => !known.has(run));
  return [...newest, ...open].map((header) => showRun(serverContext, header));
}

export const openRunsOf = async ({ runs }: ServerContext): Promise<ListedRun[]> => runs.store.list({ status: OPEN });

/**
 * How many things wait for a person, from the headers alone. A conversation that waits for its next message is no
 * question.
 */
export function waitingIn(runs: readonly ShownRun[]): number {
  return runs
    .filter(({ shown, graph }) => !isOver(shown) && graph.name !== CHAT)
    .reduce((sum, { shown, nodes }) => sum + nodes.asking + (shown === 'paused' || shown === 'interrupted' ? 1 : 0), 0);
}
