import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import type { Signals } from './context.ts';
import type { BuiltNode, Graph } from './graph.ts';
import type { GraphSpec, NodeDefinition } from './node.ts';
import { isCollect, isSlots, type Port, type Ports } from './ports.ts';
import { type GraphShape, graphRef, type NodeShape, type RetryPolicy, splitPort } from './shape.ts';

const ONCE: RetryPolicy = { attempts: 1, backoffMs: 1_000, factor: 2, maxBackoffMs: 60_000 };

/** Combines nodes and ports, with sub-graphs flattened, and refuses what could never run. */
export function buildGraph(
  spec: GraphSpec<Ports, Signals, z.ZodType>,
  start: string,
  definitions: Readonly<Record<string, NodeDefinition>>,
): Graph {
  const nodes = new Map<string, BuiltNode>();
  const shapes: Record<string, NodeShape> = {};
  const schemas: Record<string, Json> = { 'graph:output': schemaOf(spec.output) };
  const { ports, signals = {}, output } = spec;
  for (const [signal, schema] of Object.entries(signals)) schemas[`signal:${signal}`] = schemaOf(schema);
  for (const [name, port] of Object.entries(ports)) {
    const definition = definitions[name];
    if (!definition) throw invalid(spec.name, `port ${name} has no node`);
    checkName(spec.name, name);
    shapes[name] = shapeOf(definition, port);
    for (const [key, schema] of portSchemas(name, port)) schemas[`port:${key}`] = schemaOf(schema);
    nodes.set(name, { handler: definition.handler, prefix: '', ports, signals, output });
    if (definition.handler.by === 'graph') flatten(name, definition.handler.graph, nodes, shapes, schemas);
  }
  const entry = ports[start];
  if (!entry || isSlots(entry) || isCollect(entry)) throw invalid(spec.name, `start ${start} is not a plain node`);
  const shape: GraphShape = {
    name: spec.name,
    version: spec.version,
    start,
    nodes: shapes,
    observers: observersOf(shapes),
    schemas,
  };
  checkTargets(shape);
  checkReachable(shape);
  return { ref: graphRef(shape), shape, nodes, input: entry, output };
}

function flatten(
  outer: string,
  graph: Graph,
  nodes: Map<string, BuiltNode>,
  shapes: Record<string, NodeShape>,
  schemas: Record<string, Json>,
): void {
  const within = (name: string) => `${outer}/${name}`;
  for (const [name, node] of graph.nodes) nodes.set(within(name), { ...node, prefix: within(node.prefix) });
  for (const [name, shape] of Object.entries(graph.shape.nodes)) {
    shapes[within(name)] = {
      ...shape,
      to: shape.to.map(within),
      watches: shape.watches.map(within),
      start: shape.start === null ? null : within(shape.start),
    };
  }
  for (const [key, schema] of Object.entries(graph.shape.schemas)) schemas[`${outer}/${key}`] = schema;
}

function shapeOf({ kind, handler, to, watches, policies, name }: NodeDefinition, port: Port): NodeShape {
  return {
    kind,
    byAgent: handler.by === 'agent' || handler.by === 'agent-note',
    pure: policies.pure ?? false,
    to,
    watches,
    retry: { ...ONCE, ...policies.retry },
    onFailure: policies.onFailure ?? 'fail',
    timeoutMs: policies.timeoutMs ?? null,
    type: policies.type ?? kind,
    lane: policies.lane ?? null,
    slots: isSlots(port) ? Object.keys(port.slots) : null,
    start: handler.by === 'graph' ? `${name}/${handler.graph.shape.start}` : null,
  };
}

/** Every schema behind a port, by target name. */
function portSchemas(name: string, port: Port): [string, z.ZodType][] {
  if (isSlots(port)) return Object.entries(port.slots).map(([slot, schema]) => [`${name}.${slot}`, schema]);
  return [[name, isCollect(port) ? port.item : port]];
}

/** Schemas with parts that JSON Schema cannot express (custom checks, transforms) are hashed by the rest. */
const schemaOf = (schema: z.ZodType): Json =>
  z.json().parse(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));

function observersOf(nodes: Readonly<Record<string, NodeShape>>): Record<string, string[]> {
  const observers: Record<string, string[]> = {};
  for (const [name, { watches }] of Object.entries(nodes)) {
    for (const watched of watches) observers[watched] = [...(observers[watched] ?? []), name];
  }
  return observers;
}

function checkName(graph: string, name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
    throw invalid(graph, `"${name}" is not a valid node name: use letters, digits, _ and -, starting with a letter`);
  }
}

function checkTargets({ name: graph, nodes }: GraphShape): void {
  for (const [from, { to, watches }] of Object.entries(nodes)) {
    for (const port of to) {
      const { node, slot } = splitPort(port);
      const target = nodes[node];
      const fits = target && (slot === null ? target.slots === null : target.slots?.includes(slot));
      if (!fits) throw invalid(graph, `${from} goes to ${port}, which does not exist`);
    }
    const missing = watches.find((watched) => !nodes[watched]);
    if (missing) throw invalid(graph, `${from} watches ${missing}, which does not exist`);
  }
}

function checkReachable({ name: graph, start, nodes }: GraphShape): void {
  const seen = new Set<string>();
  const queue = [start, ...Object.keys(nodes).filter((name) => nodes[name]?.kind === 'observer')];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const node = nodes[name];
    if (!node || seen.has(name)) continue;
    seen.add(name);
    queue.push(...node.to.map((port) => splitPort(port).node), ...(node.start === null ? [] : [node.start]));
  }
  const lost = Object.keys(nodes).find((name) => !seen.has(name));
  if (lost) throw invalid(graph, `nothing leads to ${lost}`);
}

const invalid = (graph: string, seen: string): AssayError => new AssayError('GRAPH_INVALID', `graph ${graph}: ${seen}`);
