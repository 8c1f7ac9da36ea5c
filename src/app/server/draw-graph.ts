import type { DrawnEdge, DrawnNode, GraphDrawing } from '#contracts/http/graph-drawing.ts';
import type { Json } from '#contracts/json.ts';
import type { GraphRef } from '#contracts/run-events.ts';
import type { NodeView } from '#contracts/run-view.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type GraphShape, splitPort } from '#engine/graph/shape.ts';
import { WORKFLOWS, workflowNamed } from '../workflows.ts';

/** A graph to draw: from its definition if that is the run's graph, else from the log. */
export function drawGraph(
  ref: GraphRef,
  graph: Graph | null,
  nodes: readonly NodeView[],
  among = WORKFLOWS,
): GraphDrawing {
  const drawn = graph && graph.ref.hash === ref.hash ? fromShape(ref, graph.shape) : fromLog(ref, nodes);
  return { ...drawn, chapters: workflowNamed(ref.name, among)?.chapters?.slice() ?? null };
}

type Shape = Omit<GraphDrawing, 'chapters'>;

function fromShape(ref: GraphRef, { start, nodes, schemas }: GraphShape): Shape {
  return {
    ...ref,
    source: 'graph',
    start,
    nodes: Object.entries(nodes).map(([id, { kind, byAgent, type, slots, onFailure, retry, timeoutMs }]) => ({
      ...named(id),
      kind,
      byAgent,
      type,
      slots: slots ? [...slots] : null,
      onFailure,
      attempts: retry.attempts,
      timeoutMs,
    })),
    edges: Object.entries(nodes).flatMap(([id, { to, watches, start: inner }]) => [
      ...to.map((port) => edge('goes', id, splitPort(port).node, splitPort(port).slot)),
      ...watches.map((watched) => edge('watches', watched, id)),
      ...(inner === null ? [] : [edge('enters', id, inner)]),
    ]),
    signals: signalsOf(schemas),
  };
}

function signalsOf(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const signals = Object.entries(schemas).flatMap(([key, schema]): [string, Json][] => {
    const [, signal] = /(?:^|\/)signal:(.+)$/.exec(key) ?? [];
    return signal === undefined ? [] : [[signal, schema]];
  });
  return Object.fromEntries(signals);
}

/** The nodes in the log, and which led to which. */
function fromLog(ref: GraphRef, views: readonly NodeView[]): Shape {
  const nodes = new Map<string, DrawnNode>();
  const edges = new Map<string, DrawnEdge>();
  const nodeOf = new Map(views.map(({ act, node }) => [act, node]));
  for (const { node, kind, byAgent, by } of views) {
    const facts = { kind, byAgent, type: kind, slots: null, onFailure: 'fail' as const, attempts: 1, timeoutMs: null };
    nodes.set(node, { ...named(node), ...facts });
    const from = by === null ? undefined : nodeOf.get(by);
    if (from === undefined) continue;
    const drawn = edge(kind === 'observer' ? 'watches' : 'goes', from, node);
    edges.set(drawn.id, drawn);
  }
  const start = views[0]?.node ?? null;
  return { ...ref, source: 'log', start, nodes: [...nodes.values()], edges: [...edges.values()], signals: {} };
}

function named(id: string): Pick<DrawnNode, 'id' | 'label' | 'parent'> {
  const cut = id.lastIndexOf('/');
  return { id, label: id.slice(cut + 1), parent: cut < 0 ? null : id.slice(0, cut) };
}

const edge = (kind: DrawnEdge['kind'], from: string, to: string, slot: string | null = null): DrawnEdge => ({
  id: `${kind}:${from}>${to}${slot === null ? '' : `.${slot}`}`,
  from,
  to,
  slot,
  kind,
});
