import type { EdgeKind } from '../store/kinds.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { KnowledgeNode } from '../store/node-types.ts';

/** The weight of a call whose target is only the most likely of that name. */
export const GUESSED = 0.5;

export interface ReachedNode {
  readonly node: KnowledgeNode;
  readonly depth: number;
  readonly by: EdgeKind;
  /** A call whose target is only the most likely of that name. */
  readonly guessed: boolean;
}

export interface TraverseOptions {
  readonly way?: 'out' | 'in' | 'both';
  readonly depth?: number;
  readonly kinds?: readonly EdgeKind[];
  readonly limit?: number;
}

/** The nodes reachable from a node, nearest first; each is visited once, so cycles end. */
export function graphNeighbours(store: NodeStore, from: number, options: TraverseOptions = {}): ReachedNode[] {
  const { way = 'both', depth = 1, kinds, limit = 200 } = options;
  const ways = way === 'both' ? (['out', 'in'] as const) : [way];
  const seen = new Set([from]);
  const reached: ReachedNode[] = [];
  let edge = [from];
  for (let step = 1; step <= depth && edge.length > 0; step += 1) {
    const next: number[] = [];
    for (const at of edge)
      for (const direction of ways)
        for (const { source, target, kind, weight } of store.edges(at, direction, kinds)) {
          const other = direction === 'out' ? target : source;
          if (seen.has(other)) continue;
          seen.add(other);
          const node = store.byId(other);
          if (!node) continue;
          next.push(other);
          reached.push({ node, depth: step, by: kind, guessed: weight <= GUESSED });
          if (reached.length >= limit) return reached;
        }
    edge = next;
  }
  return reached;
}

/** The shortest path from one node to another along directed edges; null where there is none. */
export function shortestPath(
  store: NodeStore,
  from: number,
  to: number,
  kinds?: readonly EdgeKind[],
): KnowledgeNode[] | null {
  const before = new Map<number, number>([[from, from]]);
  for (let edge = [from]; edge.length > 0 && !before.has(to); ) {
    const next: number[] = [];
    for (const at of edge)
      for (const { target } of store.edges(at, 'out', kinds)) {
        if (before.has(target)) continue;
        before.set(target, at);
        next.push(target);
      }
    edge = next;
  }
  if (!before.has(to)) return null;
  const path = [to];
  while (path[0] !== undefined && path[0] !== from) path.unshift(before.get(path[0]) ?? from);
  return path.flatMap((id) => store.byId(id) ?? []);
}

/** Everything connected to a node, up to a limit. */
export const component = (store: NodeStore, from: number, most = 1_000): ReachedNode[] =>
  graphNeighbours(store, from, { depth: Number.MAX_SAFE_INTEGER, limit: most });
