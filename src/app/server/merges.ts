import type { BlobStore } from '#contracts/blobs.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import type { MergedWork } from '../workflow.ts';
import { workflowNamed } from '../workflows.ts';

export interface Merge extends MergedWork {
  readonly at: number;
  readonly run: RunId;
}

interface Known {
  seq: number;
  /** A merge was made; the next payload says of what. */
  awaited: boolean;
  readonly merges: Merge[];
}

/** What runs have merged, read from their logs: each log once, and then only what is new in it. */
export class Merges {
  readonly #store: Pick<RunStore, 'read'>;
  readonly #blobs: BlobStore;
  readonly #known = new Map<RunId, Known>();

  constructor(store: Pick<RunStore, 'read'>, blobs: BlobStore) {
    this.#store = store;
    this.#blobs = blobs;
  }

  /** Newest first. A fork's log contains the merges of its source run: those are listed once. */
  async since(headers: readonly ListedRun[], since: number): Promise<Merge[]> {
    const looked = headers.filter(({ graph, updatedAt }) => updatedAt >= since && workflowNamed(graph.name)?.merged);
    const found = new Map<string, Merge>();
    for (const header of looked.toSorted((a, b) => a.createdAt - b.createdAt))
      for (const merge of await this.#of(header)) if (!found.has(merge.commit)) found.set(merge.commit, merge);
    return [...found.values()].filter(({ at }) => at >= since).sort((a, b) => b.at - a.at);
  }

  async #of({ run, title, graph }: ListedRun): Promise<readonly Merge[]> {
    const known = this.#known.get(run) ?? { seq: 0, awaited: false, merges: [] };
    this.#known.set(run, known);
    const merged = workflowNamed(graph.name)?.merged;
    if (!merged) return [];
    for await (const event of this.#store.read(run, Seq.parse(known.seq + 1))) {
      // Another request may have read this far in the meantime.
      if (event.seq <= known.seq) continue;
      known.seq = event.seq;
      if (event.type === 'effect.done') known.awaited ||= event.data.key.endsWith(':merge');
      const payload = toldBy(event, known.awaited);
      if (payload === null) continue;
      const all = merged(await this.#content(payload), title);
      const fresh = all.filter(({ commit }) => known.merges.every((each) => each.commit !== commit));
      known.merges.push(...fresh.map((each) => ({ ...each, at: event.at, run })));
      known.awaited &&= fresh.length === 0;
    }
    return known.merges;
  }

  /** A payload that is gone from the disk counts as no merge. */
  async #content(payload: Payload): Promise<Json> {
    try {
      return await fromLog(payload, EMPTY, this.#blobs);
    } catch {
      return null;
    }
  }
}

function toldBy(event: RunEvent, awaited: boolean): Payload | null {
  if (event.type === 'node.scheduled') return awaited ? event.data.input : null;
  return event.type === 'run.ended' && event.data.ending.status === 'completed' ? event.data.ending.output : null;
}
