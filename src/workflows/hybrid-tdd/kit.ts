import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import type { NodeContext } from '#engine/graph/context.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { PORTS } from './ports.ts';
import { HybridResult } from './result.ts';

export { HYBRID_TDD };

/** Node makers for this graph: every `goto` is checked against its ports where it is written. */
export const kit = graphKit({ name: HYBRID_TDD, version: 1, ports: PORTS, output: HybridResult });

/** Code with effects: a full disk or a missing program must not end the run; a person fixes it. */
export const WORLD = { retry: { attempts: 3, backoffMs: 1_000, factor: 4 }, onFailure: 'ask' } as const;

/** An attempt that broke off, or whose claim does not fit, is repeated; then a person is asked. */
export const AGENT = { retry: { attempts: 3, backoffMs: 1_000, factor: 4 }, onFailure: 'ask' } as const;

/** The context of a node of this graph that goes to these ports. */
export type Ctx<To extends string> = NodeContext<typeof PORTS, To, Record<never, never>, HybridResult>;
