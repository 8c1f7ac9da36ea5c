import { AssayError } from '#contracts/errors.ts';
import type { Graph } from './graph.ts';

/** The graphs this process knows, by name. */
export type GraphRegistry = ReadonlyMap<string, Graph>;

export function graphRegistry(graphs: readonly Graph[]): GraphRegistry {
  const known = new Map<string, Graph>();
  for (const graph of graphs) {
    if (known.has(graph.ref.name)) throw new AssayError('GRAPH_INVALID', `two graphs are named ${graph.ref.name}`);
    known.set(graph.ref.name, graph);
  }
  return known;
}
