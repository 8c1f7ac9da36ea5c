import type { z } from 'zod';
import type { AgentLimits, Focus } from '#contracts/agent.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import type { GraphRef } from '#contracts/run-events.ts';
import type { AsideContext, NodeContext, Outcome, Signals } from './context.ts';
import type { Ports } from './ports.ts';
import type { GraphShape } from './shape.ts';

declare const io: unique symbol;

/** A graph ready to run: its shape as data, and the schemas and handlers behind it. */
export interface Graph<In = unknown, Out = unknown> {
  readonly ref: GraphRef;
  readonly shape: GraphShape;
  /** By full node name; sub-graphs' nodes are `outer/inner`. */
  readonly nodes: ReadonlyMap<string, BuiltNode>;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly [io]?: (input: In) => Out;
}

/** A node with the ports and schemas of the graph it was written in. */
export interface BuiltNode {
  readonly handler: Handler;
  /** `outer/` for a sub-graph's nodes; what its handler calls `x` is `outer/x` here. */
  readonly prefix: string;
  readonly ports: Ports;
  readonly signals: Signals;
  readonly output: z.ZodType;
}

/** The prompt of an agent. */
export interface Brief {
  readonly system?: string;
  readonly prompt: string;
  /** Where the agent works: the name of a workspace. */
  readonly place?: string;
  readonly focus?: Focus;
  readonly model?: string;
  readonly limits?: AgentLimits;
}

export type Awaitable<T> = T | Promise<T>;

/** How an attempt ends for its node: with a claim that fits, or with an honest "I cannot". */
export interface AgentSpec<Input, Claim extends z.ZodType> {
  readonly agent: string;
  readonly claim: Claim;
  brief(input: Input): Awaitable<Brief>;
}

export type Handler =
  | { readonly by: 'code'; run(input: unknown, ctx: NodeContext<Ports, string, Signals, unknown>): Awaitable<Outcome> }
  | {
      readonly by: 'agent';
      readonly spec: AgentSpec<unknown, z.ZodType>;
      take(claim: unknown, input: unknown, ctx: NodeContext<Ports, string, Signals, unknown>): Awaitable<Outcome>;
      otherwise?(
        error: ErrorInfo,
        input: unknown,
        ctx: NodeContext<Ports, string, Signals, unknown>,
      ): Awaitable<Outcome>;
    }
  | { readonly by: 'note'; run(input: unknown, ctx: AsideContext): Awaitable<Json> }
  | { readonly by: 'agent-note'; readonly spec: AgentSpec<unknown, z.ZodType> }
  | {
      readonly by: 'graph';
      readonly graph: Graph;
      take(output: unknown, input: unknown, ctx: NodeContext<Ports, string, Signals, unknown>): Awaitable<Outcome>;
    };
