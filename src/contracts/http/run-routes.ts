import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';
import { ActivationId, BlobHash, RunId, Seq, TreeHash } from '../ids.ts';
import { Payload } from '../payload.ts';
import { GraphRef } from '../run-events.ts';
import { TestEvidence } from '../test-run.ts';
import { Budget, Usage } from '../usage.ts';
import { GraphDrawing } from './graph-drawing.ts';
import { Need } from './needs.ts';
import { get, listOf, wholeNumber } from './route.ts';
import { Shown, ShownRun } from './run-shown.ts';
import { NodeViewSchema, RunViewSchema } from './run-view-schema.ts';
import { WireEvent } from './wire-event.ts';

/** A whole id, the beginning of one, or `last`. */
export const runParam = z.object({ run: z.string().min(1).max(64) });

export const RunDetail = z.object({
  run: ShownRun,
  /** The event after which `view` shows the run: the head, or the requested one. */
  at: Seq,
  /** Its `timeline` holds only the last moments; `moments` says how many there are. */
  view: RunViewSchema,
  moments: z.number(),
  graph: GraphDrawing,
  budget: Budget,
  input: Payload,
  pause: z.object({ reason: z.enum(['budget', 'person']), detail: z.string() }).nullable(),
  needs: z.array(Need),
});
export type RunDetail = z.infer<typeof RunDetail>;

export const NodeAttempt = z.object({
  attempt: z.number(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  end: z.enum(['completed', 'asked', 'failed', 'interrupted', 'cancelled']).nullable(),
  ms: z.number(),
  usage: Usage,
  error: ErrorInfo.nullable(),
});
export type NodeAttempt = z.infer<typeof NodeAttempt>;

/** One activation with everything the log has of it. */
export const NodeDetail = z.object({
  node: NodeViewSchema,
  label: z.string(),
  input: Payload,
  result: Payload.nullable(),
  /** The port it went to. */
  to: z.array(z.string()),
  tree: TreeHash.nullable(),
  attempts: z.array(NodeAttempt),
  effects: z.array(z.object({ key: z.string(), seq: Seq, done: Payload.nullable() })),
  exchanges: z.array(
    z.object({
      signal: z.string(),
      question: Payload.nullable(),
      askedAt: z.number(),
      answer: Payload.nullable(),
      by: z.string().nullable(),
      answeredAt: z.number().nullable(),
    }),
  ),
  /** Its last lines, where this server drives it. */
  said: z.array(z.object({ at: z.number(), line: z.string() })),
});
export type NodeDetail = z.infer<typeof NodeDetail>;

export const RunEvidence = z.object({
  seq: Seq,
  at: z.number(),
  act: ActivationId,
  node: z.string(),
  evidence: TestEvidence,
  /** The blob that holds it, if any. */
  blob: BlobHash.nullable(),
});
export type RunEvidence = z.infer<typeof RunEvidence>;

export const PAGE_EVENTS = 500;

export const runRoutes = {
  /** Newest first. `cursor` is the `next` of the previous page. */
  runs: get('/api/runs', {
    query: z.object({
      status: listOf(Shown).optional(),
      workflow: z.string().max(200).optional(),
      /** In the title, the id or the workflow's name; case is ignored. */
      text: z.string().max(200).optional(),
      session: z.string().max(64).optional(),
      cursor: z.string().max(64).optional(),
      limit: wholeNumber.optional(),
    }),
    answer: z.object({
      runs: z.array(ShownRun),
      next: RunId.nullable(),
      /** Every workflow that has runs, for the filter. */
      workflows: z.array(z.string()),
    }),
  }),
  /** With `at`: its state after that event. `moments`: how many of the timeline's last ones, default 200. */
  run: get('/api/runs/:run', {
    params: runParam,
    query: z.object({ at: wholeNumber.optional(), moments: wholeNumber.optional() }),
    answer: RunDetail,
  }),
  /** Events `from` … `to` (both included), at most `limit` (500) of them; `next` is where the next page begins. */
  runEvents: get('/api/runs/:run/events', {
    params: runParam,
    query: z.object({ from: wholeNumber.optional(), to: wholeNumber.optional(), limit: wholeNumber.optional() }),
    answer: z.object({ run: RunId, events: z.array(WireEvent), head: Seq, next: Seq.nullable() }),
  }),
  runNode: get('/api/runs/:run/nodes/:act', {
    params: runParam.extend({ act: z.string().min(1) }),
    answer: NodeDetail,
  }),
  runGraph: get('/api/runs/:run/graph', { params: runParam, answer: z.object({ graph: GraphDrawing, ref: GraphRef }) }),
  runEvidence: get('/api/runs/:run/evidence', {
    params: runParam,
    answer: z.object({ evidence: z.array(RunEvidence) }),
  }),
};
