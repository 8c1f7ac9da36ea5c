import { z } from 'zod';
import { buildGraph } from '../graph/build.ts';
import type { NodeContext, Outcome, Signals } from '../graph/context.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeDefinition } from '../graph/node.ts';
import { collect, type Port, type Ports } from '../graph/ports.ts';

export interface Shape {
  readonly name: string;
  readonly layers: number;
  /** A width of one is a chain. */
  readonly width: number;
  readonly pure: boolean;
  /** Called with every node that runs. */
  readonly touch?: (node: string) => void;
}

const Count = z.object({ count: z.number() });
type Counting = Graph<{ count: number }, number>;
// Ports that are made at run time have no types for the kit to check: these graphs are built by hand.
type Context = NodeContext<Readonly<Record<string, typeof Count>>, string, Signals, unknown>;

/** As many nodes as the shape has, each a node of its own; the output is their number. */
export function shapedGraph(shape: Shape): Counting {
  return shape.width === 1 ? chain(shape) : layered(shape);
}

function chain({ name, layers, pure, touch }: Shape): Counting {
  const names = Array.from({ length: layers }, (_, n) => `n${n}`);
  const nodes = names.map((node, index) => {
    const next = names[index + 1];
    return coded(node, 'logic', pure, next === undefined ? [] : [next], (input, ctx) => {
      touch?.(node);
      const count = Count.parse(input).count + 1;
      return next === undefined ? ctx.exit(count) : ctx.goto(next, { count });
    });
  });
  return counting(name, portsOf(names), nodes);
}

/** Layers that wait for each other: a join collects each, and opens the next. */
function layered({ name, layers, width, pure, touch }: Shape): Counting {
  const workers = (layer: number) => Array.from({ length: width }, (_, n) => `w${layer}_${n}`);
  const joinOf = (layer: number) => `join${layer}`;
  const all = Array.from({ length: layers }, (_, layer) => layer);
  const into = (layer: number, count: number, ctx: Context): Outcome => {
    const options = { collect: joinOf(layer) as never };
    return ctx.fork(
      workers(layer).map((worker) => ctx.to(worker, { count })),
      options,
    );
  };
  const reach = (layer: number) => [...workers(layer), joinOf(layer)];
  const open = coded('open', 'logic', true, reach(0), (_, ctx) => into(0, 0, ctx));
  const rest = all.flatMap((layer) => [
    ...workers(layer).map((worker) =>
      coded(worker, 'logic', pure, [joinOf(layer)], (_, ctx) => {
        touch?.(worker);
        return ctx.goto(joinOf(layer), { count: 1 });
      }),
    ),
    coded(joinOf(layer), 'join', true, layer === layers - 1 ? [] : reach(layer + 1), (arrived, ctx) => {
      const count = layer * width + z.array(Count).parse(arrived).length;
      return layer === layers - 1 ? ctx.exit(count) : into(layer + 1, count, ctx);
    }),
  ]);
  const joins = Object.fromEntries(all.map((layer): [string, Port] => [joinOf(layer), collect(Count)]));
  return counting(name, { open: Count, ...portsOf(all.flatMap(workers)), ...joins }, [open, ...rest]);
}

type Run = (input: unknown, ctx: Context) => Outcome;

function coded(name: string, kind: 'logic' | 'join', pure: boolean, to: readonly string[], run: Run): NodeDefinition {
  return { name, kind, to, watches: [], policies: { pure }, handler: { by: 'code', run: run as never } };
}

const portsOf = (names: readonly string[]): Ports => Object.fromEntries(names.map((name) => [name, Count]));

function counting(name: string, ports: Ports, nodes: readonly NodeDefinition[]): Counting {
  const spec = { name, version: 1, ports, output: z.number() };
  const byName = Object.fromEntries(nodes.map((node) => [node.name, node]));
  return buildGraph(spec, nodes[0]?.name ?? '', byName) as Counting;
}
