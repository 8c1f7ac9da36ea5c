import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';
import { ActivationId, ScopeId } from '../ids.ts';
import { Payload } from '../payload.ts';
import { NodeKind } from '../run-events.ts';
import { RunStatus } from '../run-header.ts';
import type { Moment, Tone } from '../run-timeline.ts';
import type { NodeState, RunView } from '../run-view-types.ts';
import { UsageSum } from '../usage.ts';

const NODE_STATES = [
  'blocked',
  'ready',
  'running',
  'inside',
  'backing-off',
  'asking',
  'done',
  'failed',
  'cancelled',
] as const satisfies readonly NodeState[];
const TONES = ['plain', 'good', 'bad', 'warn', 'quiet'] as const satisfies readonly Tone[];

/** The schema of a `NodeView`. */
export const NodeViewSchema = z.object({
  act: ActivationId,
  node: z.string(),
  kind: NodeKind,
  byAgent: z.boolean(),
  name: z.string().nullable(),
  state: z.enum(NODE_STATES),
  attempts: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  ms: z.number(),
  usage: UsageSum,
  error: ErrorInfo.nullable(),
  waitsFor: z.array(z.string()),
  retryAt: z.number().nullable(),
  scope: ScopeId,
  by: ActivationId.nullable(),
});

export const MomentSchema = z.object({
  seq: z.number(),
  at: z.number(),
  act: ActivationId.nullable(),
  tone: z.enum(TONES),
  text: z.string(),
}) satisfies z.ZodType<Moment>;

/** The schema of a `RunView`. */
export const RunViewSchema = z.object({
  status: z.union([RunStatus, z.literal('draining')]),
  title: z.string(),
  simulated: z.boolean(),
  startedAt: z.number(),
  at: z.number(),
  endedAt: z.number().nullable(),
  nodes: z.array(NodeViewSchema),
  timeline: z.array(MomentSchema),
  questions: z.array(
    z.object({ act: ActivationId, signal: z.string(), question: Payload.nullable(), error: ErrorInfo.nullable() }),
  ),
  notes: z.array(z.object({ seq: z.number(), at: z.number(), act: ActivationId, node: z.string(), note: Payload })),
  spent: UsageSum.extend({ seconds: z.number(), attempts: z.number() }),
  output: Payload.nullable(),
  error: ErrorInfo.nullable(),
  why: z.string().nullable(),
  pausedBy: z.enum(['person', 'budget']).nullable(),
}) satisfies z.ZodType<RunView>;
