import { z } from 'zod';
import { Json } from '#contracts/json.ts';
import type { NodeKind } from '#contracts/run-events.ts';
import type { Lane } from '#contracts/scheduling.ts';
import type { Signals } from './context.ts';
import type { Handler } from './graph.ts';
import type { Ports } from './ports.ts';
import type { OnFailure, RetryPolicy } from './shape.ts';

export interface Policies {
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly onFailure?: OnFailure;
  /** The work type for the scheduler; default: the node's kind. */
  readonly type?: string;
  readonly lane?: Lane;
}

/** For nodes that run code. */
export interface CodePolicies extends Policies {
  /**
   * The node only computes from its input: no effects, no clock, no randomness. It may then run before the log has
   * caught up, and several such steps share one commit; any node with an effect still waits for the log.
   */
  readonly pure?: boolean;
}

/** What an observer receives: one end of a node it watches. The port of every observer. */
export const Observed = z.object({
  what: z.object({ node: z.string(), act: z.string(), outcome: z.string() }),
  input: Json,
  result: Json,
  error: z.string().nullable(),
});
export type Observed = z.infer<typeof Observed>;

/** A node ready to be built into its graph; the type of `name` ensures that it sits under its own port. */
export interface NodeDefinition<N extends string = string> {
  readonly name: N;
  readonly kind: NodeKind;
  readonly to: readonly string[];
  readonly watches: readonly string[];
  readonly policies: CodePolicies;
  readonly handler: Handler;
}

export interface GraphSpec<P extends Ports, S extends Signals, Out extends z.ZodType> {
  readonly name: string;
  /** Raise it when a node's meaning changes although the structure does not. */
  readonly version: number;
  readonly ports: P;
  readonly signals?: S;
  readonly output: Out;
}
