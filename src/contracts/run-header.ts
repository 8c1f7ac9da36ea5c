import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { RunId, Seq, SessionId, WorkerId } from './ids.ts';
import { GraphRef, type RunEvent } from './run-events.ts';
import { Lane } from './scheduling.ts';
import { addUsage, NO_SUM, type Usage, UsageSum } from './usage.ts';

/** According to the log alone. Only the lease says whether a process really drives the run: see `shownStatus`. */
export const RunStatus = z.enum(['running', 'paused', 'completed', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof RunStatus>;

/** The summary that a list of runs shows; updated with every append, so that listing never reads logs. */
export const RunHeader = z.object({
  run: RunId,
  session: SessionId,
  title: z.string(),
  graph: GraphRef,
  lane: Lane,
  simulated: z.boolean(),
  status: RunStatus,
  createdAt: z.number(),
  updatedAt: z.number(),
  head: Seq,
  nodes: z.object({
    blocked: z.number(),
    scheduled: z.number(),
    running: z.number(),
    asking: z.number(),
    done: z.number(),
    failed: z.number(),
  }),
  /** Of attempts that have ended. `usd` leaves out those with an unknown price. */
  ...UsageSum.shape,
  error: ErrorInfo.nullable(),
  forkedFrom: z.object({ run: RunId, seq: Seq }).nullable(),
});
export type RunHeader = z.infer<typeof RunHeader>;

export const LeaseInfo = z.object({ worker: WorkerId, epoch: z.number().int(), expiresAt: z.number() });
export type LeaseInfo = z.infer<typeof LeaseInfo>;

export const ListedRun = RunHeader.extend({
  lease: LeaseInfo.nullable(),
  /** A person wants to keep it. */
  pinned: z.boolean().optional(),
});
export type ListedRun = z.infer<typeof ListedRun>;

export type ShownStatus = RunStatus | 'waiting' | 'interrupted';

/** The status for screens: a run without a live lease is not running, whatever its log last said. */
export function shownStatus(run: ListedRun, now: number): ShownStatus {
  if (run.status !== 'running') return run.status;
  const idle = run.nodes.running === 0;
  if (run.nodes.asking > 0 && idle && run.nodes.scheduled === 0) return 'waiting';
  const held = run.lease !== null && run.lease.expiresAt > now;
  return held ? 'running' : 'interrupted';
}

/** The header after one more event; `null` before the first. */
export function nextHeader(header: RunHeader | null, event: RunEvent): RunHeader {
  if (event.type === 'run.created') return createdHeader(event);
  if (!header) throw new Error(`a log begins with run.created, not ${event.type}`);
  const next = { ...header, head: event.seq, updatedAt: event.at };
  const nodes = header.nodes;
  switch (event.type) {
    case 'run.forked':
      return {
        ...next,
        run: event.data.run,
        forkedFrom: { run: event.data.from, seq: event.data.seq },
        createdAt: event.at,
      };
    case 'graph.adopted':
      return { ...next, graph: event.data.to };
    case 'run.paused':
      return { ...next, status: 'paused' };
    case 'run.resumed':
      return { ...next, status: 'running' };
    case 'run.ended': {
      const { ending } = event.data;
      return { ...next, status: ending.status, error: ending.status === 'failed' ? ending.error : null };
    }
    case 'node.scheduled': {
      const to = event.data.blocked ? 'blocked' : 'scheduled';
      return { ...next, nodes: { ...nodes, [to]: nodes[to] + 1 } };
    }
    case 'node.unblocked':
      return { ...next, nodes: { ...nodes, blocked: nodes.blocked - 1, scheduled: nodes.scheduled + 1 } };
    case 'node.started':
      return { ...next, nodes: { ...nodes, scheduled: nodes.scheduled - 1, running: nodes.running + 1 } };
    case 'node.completed':
      return {
        ...spent(next, event.data.usage),
        nodes: { ...nodes, running: nodes.running - 1, done: nodes.done + 1 },
      };
    case 'node.asked':
      return {
        ...spent(next, event.data.usage),
        nodes: { ...nodes, running: nodes.running - 1, asking: nodes.asking + 1 },
      };
    case 'node.failed':
      return { ...spent(next, event.data.usage), nodes: afterFailure(nodes, event.data.next.do) };
    case 'node.interrupted':
      return {
        ...spent(next, event.data.usage),
        nodes: { ...nodes, running: nodes.running - 1, scheduled: nodes.scheduled + 1 },
      };
    case 'graph.entered':
      return { ...next, nodes: { ...nodes, scheduled: nodes.scheduled - 1 } };
    case 'graph.exited':
      return { ...next, nodes: { ...nodes, scheduled: nodes.scheduled + 1 } };
    case 'graph.failed': {
      const to = event.data.next === 'ask' ? 'asking' : 'failed';
      return { ...next, nodes: { ...nodes, [to]: nodes[to] + 1 } };
    }
    case 'node.cancelled':
      if (event.data.was === 'inside') return next;
      return { ...spent(next, event.data.usage), nodes: { ...nodes, [event.data.was]: nodes[event.data.was] - 1 } };
    case 'signal.received':
      if (event.data.act === null) return next;
      return { ...next, nodes: { ...nodes, asking: nodes.asking - 1, scheduled: nodes.scheduled + 1 } };
    default:
      return next;
  }
}

function createdHeader(event: Extract<RunEvent, { type: 'run.created' }>): RunHeader {
  const { run, session, title, graph, lane, simulated } = event.data;
  return {
    run,
    session,
    title,
    graph,
    lane,
    simulated,
    status: 'running',
    createdAt: event.at,
    updatedAt: event.at,
    head: event.seq,
    nodes: { blocked: 0, scheduled: 0, running: 0, asking: 0, done: 0, failed: 0 },
    ...NO_SUM,
    error: null,
    forkedFrom: null,
  };
}

const spent = (header: RunHeader, usage: Usage | undefined): RunHeader =>
  usage === undefined ? header : { ...header, ...addUsage(header, usage) };

type NodeCounts = RunHeader['nodes'];

function afterFailure(nodes: NodeCounts, what: 'retry' | 'ask' | 'end'): NodeCounts {
  const left = { ...nodes, running: nodes.running - 1 };
  if (what === 'retry') return { ...left, scheduled: nodes.scheduled + 1 };
  if (what === 'ask') return { ...left, asking: nodes.asking + 1 };
  return { ...left, failed: nodes.failed + 1 };
}
