import { GraphHash, Seq, SessionId } from '#contracts/ids.ts';
import { nextHeader, type RunHeader, RunStatus } from '#contracts/run-header.ts';
import { NO_SUM } from '#contracts/usage.ts';
import { decodeAppend } from './encode.ts';
import { type AppendRow, type EntryRow, headerOf } from './sqlite-rows.ts';

/**
 * A run's header for the list: its entry; if that cannot be read, what the events lead to; if those cannot be read
 * either, its id and its columns. One damaged run must hide neither the others nor itself: `runs verify` names it.
 */
export function listedHeader(entry: EntryRow, rows: () => readonly AppendRow[]): RunHeader {
  return headerOf(entry) ?? folded(rows()) ?? bare(entry);
}

function folded(rows: readonly AppendRow[]): RunHeader | null {
  let header: RunHeader | null = null;
  try {
    for (const row of rows) for (const event of decodeAppend(row)) header = nextHeader(header, event);
  } catch {
    // As far as it can be read.
  }
  return header;
}

const bare = ({ run, session, status, created_at, head }: EntryRow): RunHeader => ({
  run,
  session: SessionId.safeParse(session).data ?? SessionId.parse('unknown'),
  title: '(cannot be read)',
  graph: { name: 'unknown', version: 1, hash: GraphHash.parse('0000000000000000') },
  lane: 'normal',
  simulated: false,
  status: RunStatus.safeParse(status).data ?? 'failed',
  createdAt: created_at,
  updatedAt: created_at,
  head: Seq.parse(Math.max(1, head)),
  nodes: { blocked: 0, scheduled: 0, running: 0, asking: 0, done: 0, failed: 0 },
  ...NO_SUM,
  error: null,
  forkedFrom: null,
});
