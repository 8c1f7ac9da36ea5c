import type { RunExport } from '#contracts/http/run-export.ts';
import { type BlobHash, BlobHash as Hash, type RunId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { findRun } from '#engine/find-run.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import type { Redactor } from '#host/redact.ts';
import { drawGraph } from '../draw-graph.ts';
import type { Graphs } from '../graphs.ts';
import { redactAnswer } from '../redact-answer.ts';
import { showRun } from '../shown-run.ts';

export interface ExportDeps {
  readonly runs: Runs;
  readonly graphs: Graphs;
  readonly redactor: Redactor;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly drives: { has(run: RunId): boolean };
}

/** Whole payloads should fit, so that a viewer can parse them; long outputs are truncated. */
const LONGEST_BLOB = 256 * 1024;
const MOST_BLOBS = 4 * 1024 ** 2;

/** All there is to show of a run, as data with the secrets taken out. */
export async function exportRun(deps: ExportDeps, wanted: string): Promise<{ data: Json; events: RunEvent[] }> {
  const { runs, graphs, redactor, version } = deps;
  const header = await findRun(runs.store, wanted);
  const events = await eventsOf(runs.store, header.run);
  const fold = new RunViewFold();
  for (const event of events) fold.add(event);
  const data: Loose<RunExport> = {
    format: 1,
    assay: version,
    exportedAt: runs.clock.now(),
    run: showRun(deps, header),
    graph: drawGraph(header.graph, await graphs.get(header.graph.name), fold.view().nodes),
    events,
    blobs: await blobsOf(runs, events),
  };
  const safe = redactAnswer(redactor, toJson(data, 'export'));
  return { data: safe, events };
}

/** Events are included unchanged; the schema only says how to read them. */
type Loose<T> = Omit<T, 'events'> & { readonly events: readonly RunEvent[] };

async function blobsOf({ blobs }: Runs, events: readonly RunEvent[]): Promise<RunExport['blobs']> {
  const texts: RunExport['blobs'] = {};
  let left = MOST_BLOBS;
  for (const hash of hashesIn(toJson(events, 'events'))) {
    if (left <= 0) break;
    const bytes = await blobs.get(hash).catch(() => null);
    const text = bytes && textOf(bytes);
    if (bytes === null || text === null) continue;
    const kept = text.slice(0, Math.min(LONGEST_BLOB, left));
    left -= kept.length;
    texts[hash] = { text: kept, bytes: bytes.byteLength, cut: kept.length < text.length };
  }
  return texts;
}

function hashesIn(value: Json, found = new Set<BlobHash>()): Set<BlobHash> {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, member] of Object.entries<Json>(value)) {
    const hash = ['blob', 'output', 'evidence'].includes(key) ? Hash.safeParse(member) : null;
    if (hash?.success) found.add(hash.data);
    else hashesIn(member, found);
  }
  return found;
}

/** Null for binary content. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
