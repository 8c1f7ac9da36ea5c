import type { DrawnEdge, DrawnNode, GraphDrawing } from '#contracts/http/graph-drawing.ts';
import type { NodeView } from '#contracts/run-view.ts';

/** The drawing to show: a graph that this Assay does not have is drawn from the log. */
export function drawingFor(graph: GraphDrawing, views: readonly NodeView[]): GraphDrawing {
  if (graph.source === 'graph') return graph;
  const nodes = new Map<string, DrawnNode>();
  const edges = new Map<string, DrawnEdge>();
  const nodeOf = new Map(views.map(({ act, node }) => [act, node]));
  for (const { node, kind, byAgent, by } of views) {
    const cut = node.lastIndexOf('/');
    const parent = cut < 0 ? null : node.slice(0, cut);
    const facts = { kind, byAgent, type: kind, slots: null, onFailure: 'fail' as const, attempts: 1, timeoutMs: null };
    if (!nodes.has(node)) nodes.set(node, { id: node, label: node.slice(cut + 1), parent, ...facts });
    const from = by === null ? undefined : nodeOf.get(by);
    if (from === undefined) continue;
    const id = `goes:${from}>${node}`;
    edges.set(id, { id, from, to: node, slot: null, kind: kind === 'observer' ? 'watches' : 'goes' });
  }
  return { ...graph, nodes: [...nodes.values()], edges: [...edges.values()] };
}
