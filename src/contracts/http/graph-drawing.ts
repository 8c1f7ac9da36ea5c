import { z } from 'zod';
import { Json } from '../json.ts';
import { NodeKind } from '../run-events.ts';
import { Chapter } from '../stories/chapters.ts';

/** A node to draw. Nodes inside a sub-graph are named `outer/inner` and have `outer` as their parent. */
export const DrawnNode = z.object({
  id: z.string(),
  /** The last part of the name. */
  label: z.string(),
  kind: NodeKind,
  byAgent: z.boolean(),
  parent: z.string().nullable(),
  /** What the scheduler counts it as. */
  type: z.string(),
  /** Of a join with slots, in order; null for a collecting join and for every other node. */
  slots: z.array(z.string()).nullable(),
  onFailure: z.enum(['fail', 'skip', 'ask']),
  attempts: z.number(),
  timeoutMs: z.number().nullable(),
});
export type DrawnNode = z.infer<typeof DrawnNode>;

/** `goes`: work is handed on; `watches`: an observer looks on; `enters`: from a graph node to its first inner node. */
export const DrawnEdge = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  slot: z.string().nullable(),
  kind: z.enum(['goes', 'watches', 'enters']),
});
export type DrawnEdge = z.infer<typeof DrawnEdge>;

export const GraphDrawing = z.object({
  name: z.string(),
  version: z.number(),
  hash: z.string(),
  /** `graph`: from its definition. `log`: this Assay does not have that graph (any more); drawn from the log. */
  source: z.enum(['graph', 'log']),
  start: z.string().nullable(),
  nodes: z.array(DrawnNode),
  edges: z.array(DrawnEdge),
  /** The chapters of its story; null where the workflow has none. */
  chapters: z.array(Chapter).nullable().default(null),
  /** JSON Schemas of the answers to its questions, by signal. */
  signals: z.record(z.string(), Json),
});
export type GraphDrawing = z.infer<typeof GraphDrawing>;
