import type { z } from 'zod';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import type { NodeKind } from '#contracts/run-events.ts';
import { buildGraph } from './build.ts';
import type { AsideContext, NodeContext, Outcome, Signals } from './context.ts';
import type { AgentSpec, Awaitable, Graph, Handler } from './graph.ts';
import type { CodePolicies, GraphSpec, NodeDefinition, Observed, Policies } from './node.ts';
import type { InputOf, JoinOf, Port, Ports, TargetOf } from './ports.ts';

type Plain<P extends Ports> = { [N in keyof P & string]: P[N] extends z.ZodType ? N : never }[keyof P & string];
type Nodes<P extends Ports> = { readonly [N in keyof P & string]: NodeDefinition<N> };

/**
 * Node makers for one graph. The ports are declared first, so that every `goto` is checked against them where it is
 * written: a target that does not exist, was not declared in `to`, or does not fit its payload, does not compile.
 */
export function graphKit<const P extends Ports, Out extends z.ZodType, const S extends Signals = Record<never, never>>(
  spec: GraphSpec<P, S, Out>,
) {
  type Target = TargetOf<P>;
  type Ctx<To extends string> = NodeContext<P, To, S, z.infer<Out>>;
  type In<N extends keyof P> = P[N] extends Port ? InputOf<P[N]> : never;
  const node = <N extends string>(
    name: N,
    kind: NodeKind,
    options: CodePolicies & { to?: readonly string[]; watches?: readonly string[] },
    handler: Handler,
  ): NodeDefinition<N> => {
    const { to = [], watches = [], ...policies } = options;
    return { name, kind, to, watches, policies: pickPolicies(policies), handler };
  };
  return {
    logic: <N extends Plain<P>, const To extends readonly Target[]>(
      name: N,
      options: CodePolicies & { to: To; run(input: In<N>, ctx: Ctx<To[number]>): Awaitable<Outcome> },
    ) => node(name, 'logic', options, { by: 'code', run: erased(options.run) }),

    join: <N extends JoinOf<P>, const To extends readonly Target[]>(
      name: N,
      options: CodePolicies & { to: To; run(input: In<N>, ctx: Ctx<To[number]>): Awaitable<Outcome> },
    ) => node(name, 'join', options, { by: 'code', run: erased(options.run) }),

    agent: <N extends Plain<P>, Claim extends z.ZodType, const To extends readonly Target[]>(
      name: N,
      options: Policies &
        AgentSpec<In<N>, Claim> & {
          to: To;
          take(claim: z.infer<Claim>, input: In<N>, ctx: Ctx<To[number]>): Awaitable<Outcome>;
          /** Where the agent brings nothing: the way on without it. Left out, its failure is the node's. */
          otherwise?(error: ErrorInfo, input: In<N>, ctx: Ctx<To[number]>): Awaitable<Outcome>;
        },
    ) => {
      const { otherwise } = options;
      return node(name, 'agent', options, {
        ...{ by: 'agent', spec: erased(options), take: erased(options.take) },
        ...(otherwise === undefined ? {} : { otherwise: erased(otherwise) }),
      });
    },

    advisory: <N extends Plain<P>>(
      name: N,
      options: Policies & { run(input: In<N>, ctx: AsideContext): Awaitable<Json> },
    ) => node(name, 'advisory', options, { by: 'note', run: erased(options.run) }),

    advisoryAgent: <N extends Plain<P>, Claim extends z.ZodType>(
      name: N,
      options: Policies & AgentSpec<In<N>, Claim>,
    ) => node(name, 'advisory', options, { by: 'agent-note', spec: erased(options) }),

    observer: <N extends Plain<P>>(
      name: N,
      options: Policies & {
        watches: readonly (keyof P & string)[];
        run(seen: Observed, ctx: AsideContext): Awaitable<Json>;
      },
    ) => node(name, 'observer', options, { by: 'note', run: erased(options.run) }),

    subgraph: <N extends Plain<P>, Inner, const To extends readonly Target[]>(
      name: N,
      options: Policies & {
        graph: Graph<In<N>, Inner>;
        to: To;
        take(output: Inner, input: In<N>, ctx: Ctx<To[number]>): Awaitable<Outcome>;
      },
    ) => {
      return node(name, 'graph', options, { by: 'graph', graph: erased(options.graph), take: erased(options.take) });
    },

    build: <Start extends Plain<P>>(start: Start, nodes: Nodes<P>): Graph<In<Start>, z.infer<Out>> =>
      erased(buildGraph(spec, start, nodes)),
  };
}

/**
 * Drops types that were checked where the node was written. Safe at run time because a handler is only called with what
 * its port's schema has parsed.
 */
const erased = <T>(typed: unknown): T => typed as T;

function pickPolicies({ timeoutMs, retry, onFailure, type, lane, pure }: CodePolicies): CodePolicies {
  return {
    ...(pure === undefined ? {} : { pure }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry === undefined ? {} : { retry }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(type === undefined ? {} : { type }),
    ...(lane === undefined ? {} : { lane }),
  };
}
