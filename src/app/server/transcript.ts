import { type LinesRead, readTranscriptPage } from '#attempts/transcripts/transcript-page.ts';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { AssayError } from '#contracts/errors.ts';
import type { TranscriptPage } from '#contracts/http/transcript-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { NodeView } from '#contracts/run-view.ts';
import { isDriven } from '#engine/runs.ts';
import type { ServerContext } from './server-context.ts';

export interface TranscriptWanted {
  readonly act: string;
  readonly attempt?: number | undefined;
  readonly from?: number | undefined;
}

/**
 * A part of what an agent did in one attempt. The file is found by ids in the run's log; the request's ids are only
 * compared with them.
 */
export async function transcriptPage(
  serverContext: ServerContext,
  header: ListedRun,
  { act, attempt, from = 0 }: TranscriptWanted,
): Promise<TranscriptPage> {
  const node = await nodeOf(serverContext, header.run, act);
  const wanted = attempt ?? Math.max(1, node.attempts);
  if (wanted < 1 || wanted > Math.max(1, node.attempts)) {
    throw new AssayError('RUN_UNKNOWN', `${node.act} of run ${header.run} has no attempt ${wanted}`);
  }
  // Read before the file: if a client learns that an attempt is over, it gets the rest with the next page.
  const live = node.state === 'running' && node.attempts === wanted && isDriven(header, serverContext.runs);
  const read = await readWhereKept(serverContext, header, node, wanted, from);
  const { lines, next, more } = read ?? { lines: [], next: 0, more: false };
  return {
    run: header.run,
    act: node.act,
    attempt: wanted,
    // Shorter texts are still texts: the events keep their shape.
    lines: lines.map(({ at, event }) => ({ at, event: cutLong(toJson(event, 'event')) as typeof event })),
    next,
    more,
    live,
    kept: read !== null,
  };
}

async function nodeOf({ folds }: ServerContext, run: RunId, act: string): Promise<NodeView> {
  const node = (await folds.now(run)).fold.view().nodes.find((each) => each.act === act);
  if (node) return node;
  throw new AssayError('RUN_UNKNOWN', `run ${run} has no activation ${act}`);
}

/** What happened before a fork was stored by the source run. */
async function readWhereKept(
  { runs }: ServerContext,
  header: ListedRun,
  { act }: NodeView,
  attempt: number,
  from: number,
): Promise<LinesRead | null> {
  for (let at: ListedRun | null = header; at !== null; ) {
    const read = await readTranscriptPage(transcriptPath(runs.home, at.run, act, attempt), from);
    if (read !== null) return read;
    at = at.forkedFrom ? await runs.store.header(at.forkedFrom.run) : null;
  }
  return null;
}

const LONGEST_TEXT = 20_000;

/** A page is for reading; the full text is in the file or under its blob. */
function cutLong(value: Json): Json {
  if (typeof value === 'string') {
    if (value.length <= LONGEST_TEXT) return value;
    return `${value.slice(0, LONGEST_TEXT)}\n… ${value.length - LONGEST_TEXT} more characters`;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(cutLong);
  return Object.fromEntries(Object.entries<Json>(value).map(([key, member]) => [key, cutLong(member)]));
}
