import { z } from 'zod';
import type { Instructed } from './agent.ts';
import { ErrorInfo } from './errors.ts';
import { ActivationId, RunId, SessionId, TreeHash } from './ids.ts';
import { Json } from './json.ts';
import { GraphRef, NodeKind } from './run-events.ts';
import { Reserve, Usage } from './usage.ts';

/** Findings of advisory and observer nodes so far. */
export const Note = z.object({ node: z.string(), act: ActivationId, note: Json });
export type Note = z.infer<typeof Note>;

/** Everything a worker on any machine needs to run one activation once. Plain data. */
export const NodeTask = z.object({
  run: RunId,
  session: SessionId,
  graph: GraphRef,
  act: ActivationId,
  node: z.string(),
  kind: NodeKind,
  attempt: z.number().int().positive(),
  input: Json,
  /** People's answers to this activation's questions, by signal. */
  answers: z.record(z.string(), Json),
  /** Results of the named tasks that this one waited for. */
  parents: z.record(z.string(), Json),
  notes: z.array(Note),
  /** The output of the sub-graph, for the second half of a graph node. */
  child: Json.optional(),
  /** Effects of earlier attempts of this activation: done with their result, or begun with an unknown end. */
  effects: z.record(z.string(), z.union([z.object({ done: Json }), z.literal('intended')])),
  timeoutMs: z.number().positive().optional(),
  /** It is declared to have no effects, and gets none. */
  pure: z.boolean(),
  /** Its share of the run's budget, where that has a limit in tokens or money. */
  reserved: Reserve.optional(),
});
export type NodeTask = z.infer<typeof NodeTask>;

export const Goto = z.object({
  port: z.string(),
  payload: Json,
  name: z.string().optional(),
  after: z.array(z.string()).optional(),
});
export type Goto = z.infer<typeof Goto>;

const also = {
  usage: Usage.optional(),
  tree: TreeHash.optional(),
  /** Nodes whose activations in this scope are no longer wanted. */
  cancel: z.array(z.string()).optional(),
};

/** The result of running an activation once. Failure is data; an executor does not throw. */
export const NodeOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('goto'), to: Goto, ...also }),
  z.object({ type: z.literal('fork'), branches: z.array(Goto), collect: z.string().optional(), ...also }),
  z.object({ type: z.literal('end'), result: Json.optional(), ...also }),
  z.object({ type: z.literal('exit'), output: Json, ...also }),
  z.object({ type: z.literal('note'), note: Json, ...also }),
  z.object({ type: z.literal('ask'), signal: z.string(), question: Json, ...also }),
  z.object({
    type: z.literal('failed'),
    error: ErrorInfo,
    /** Who can help: another try, the node's policy, only a person, or only a larger budget. */
    follow: z.enum(['retry', 'policy', 'ask', 'budget']),
    ...also,
  }),
]);
export type NodeOutcome = z.infer<typeof NodeOutcome>;

/** How a running node writes to its run's log. */
export interface TaskHost {
  /** Durable before it returns: the effect is about to be performed. */
  intend(key: string): Promise<void>;
  /** Durable before it returns: the effect is done, with this result. */
  done(key: string, result: Json): Promise<void>;
  /** Which of the repository's rules its agent was told. */
  instructed(instructed: Instructed): void;
  /** All that the attempt has used so far. */
  used(usage: Usage): void;
  /** Reserves more of the run's budget for it: its new total, or null where there is no more. */
  more(): Promise<Reserve | null>;
  /** A line for anyone who watches; not kept. */
  say(line: string): void;
}

/** Runs activations: in this process, or on a distributed engine. Graphs do not know which. */
export interface Executor {
  execute(task: NodeTask, host: TaskHost, signal: AbortSignal): Promise<NodeOutcome>;
}
