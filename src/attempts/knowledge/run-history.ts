import type { BlobStore } from '#contracts/blobs.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { CALL_SIGNAL, PERMIT_ASKED_SIGNAL } from '#contracts/signals.ts';
import type { HistoryEntry, RunHistory } from '#knowledge/history/entry.ts';
import { HISTORIES } from '#workflows/histories.ts';
import type { LoggedNode } from '#workflows/logged-node.ts';

/** The lessons of a run's log, whatever its workflow: failures, people's answers, how it ended. */
export async function runHistory(
  run: ListedRun,
  events: readonly RunEvent[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<RunHistory> {
  const teaches = HISTORIES[run.graph.name];
  const own = teaches ? teaches(await nodesOf(events, blobs)) : [];
  const entries = [...own, ...events.flatMap(entryOf)].sort((a, b) => a.at - b.at);
  return {
    ...{ run: run.run, title: run.title, workflow: run.graph.name, at: run.updatedAt, entries },
    outcome: run.error ? `${run.status} (${run.error.code})` : run.status,
  };
}

/** Calls of a client and an agent's requests are not decisions of a person. */
const BY_AGENTS: ReadonlySet<string> = new Set([CALL_SIGNAL, PERMIT_ASKED_SIGNAL]);

function entryOf(event: RunEvent): HistoryEntry[] {
  const at = { key: `e${event.seq}`, at: event.at };
  switch (event.type) {
    case 'node.failed': {
      const { code, message } = event.data.error;
      return [{ ...at, kind: 'failure', name: code, text: `${code}: ${message}`.slice(0, 2_000) }];
    }
    case 'signal.received': {
      if (event.data.act === null || BY_AGENTS.has(event.data.signal)) return [];
      const said = `${event.data.signal}: ${textOf(event.data.payload)}`;
      return [
        {
          ...at,
          kind: 'decision',
          name: said.slice(0, 120),
          text: `${event.data.by} answered ${said}`.slice(0, 2_000),
        },
      ];
    }
    default:
      return [];
  }
}

async function nodesOf(events: readonly RunEvent[], blobs: Pick<BlobStore, 'get'>): Promise<LoggedNode[]> {
  const nodes: LoggedNode[] = [];
  for (const event of events) {
    if (event.type !== 'node.scheduled') continue;
    const input = await storedValue(event.data.input, blobs);
    if (input !== undefined) nodes.push({ seq: event.seq, at: event.at, node: event.data.node, input });
  }
  return nodes;
}

/** Undefined where the bytes are gone: that part of the history is left out. */
async function storedValue(payload: Payload, blobs: Pick<BlobStore, 'get'>): Promise<unknown> {
  if ('inline' in payload) return payload.inline;
  if (!('blob' in payload)) return undefined;
  const bytes = await blobs.get(payload.blob).catch(() => null);
  return bytes === null ? undefined : JSON.parse(Buffer.from(bytes).toString('utf8'));
}
