import type { z } from 'zod';
import type { GraphRef } from '#contracts/run-events.ts';
import type { Signals } from './context.ts';
import type { Handler } from './kit.ts';
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

/** A node together with what belongs to the graph it was written in. */
export interface BuiltNode {
  readonly handler: Handler;
  /** `outer/` for a sub-graph's nodes; what its handler calls `x` is `outer/x` here. */
  readonly prefix: string;
  readonly ports: Ports;
  readonly signals: Signals;
  readonly output: z.ZodType;
}
