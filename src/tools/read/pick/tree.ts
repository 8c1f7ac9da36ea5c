import { nearestNames } from '#host/nearest-names.ts';
import type { PathStep } from '../../formats/key-path.ts';
import { writeKeyPath } from '../../formats/key-path.ts';
import { missingSlice, type Slice } from '../slice.ts';

/** How to look into a parsed document, whatever its library calls things. */
export interface Tree<Node> {
  /** Undefined when the node is no mapping. */
  keys(node: Node): readonly string[] | undefined;
  /** Undefined when the node is no sequence. */
  items(node: Node): readonly Node[] | undefined;
  get(node: Node, key: string): Node | undefined;
}

export type Followed<Node> =
  | { readonly ok: true; readonly nodes: readonly Node[] }
  | { readonly ok: false; readonly slice: Slice };

/** Goes where a path leads; a range at its end leads to several nodes. */
export function followPath<Node>(tree: Tree<Node>, root: Node, steps: readonly PathStep[]): Followed<Node> {
  let node = root;
  for (const [depth, step] of steps.entries()) {
    const place = depth === 0 ? 'The root' : writeKeyPath(steps.slice(0, depth));
    if (step.kind === 'key') {
      const found = tree.get(node, step.key);
      if (found === undefined) return { ok: false, slice: noKey(place, step.key, tree.keys(node)) };
      node = found;
      continue;
    }
    const items = tree.items(node);
    const [from, to] = step.kind === 'index' ? [step.index, step.index + 1] : [step.from, step.to];
    const found = items?.slice(from, to) ?? [];
    if (found.length === 0) {
      const there = items ? `has ${items.length} elements` : 'is not a sequence';
      return { ok: false, slice: missingSlice(`${place} ${there}: there is no ${writeKeyPath([step])}.`, []) };
    }
    if (step.kind === 'slice') return { ok: true, nodes: found };
    const [only] = found;
    if (only !== undefined) node = only;
  }
  return { ok: true, nodes: [node] };
}

function noKey(place: string, key: string, keys: readonly string[] | undefined): Slice {
  if (!keys) return missingSlice(`${place} has no keys, so no ${JSON.stringify(key)}.`, []);
  const nearest = nearestNames(key, keys);
  return missingSlice(`${place} has no key ${JSON.stringify(key)}.`, nearest.length > 0 ? nearest : keys.slice(0, 10));
}

/** Neighbours of a place in a sequence are a range of places; of a key, the keys next to it. */
export function widenSteps(steps: readonly PathStep[], around: number): readonly PathStep[] {
  const last = steps.at(-1);
  if (around === 0 || !last || last.kind === 'key') return steps;
  const [from, to] = last.kind === 'index' ? [last.index, last.index + 1] : [last.from, last.to];
  return [...steps.slice(0, -1), { kind: 'slice', from: Math.max(0, from - around), to: to + around }];
}

/** The keys from `around` before the wanted one to `around` behind it. */
export function keysAround(keys: readonly string[], wanted: string, around: number): readonly string[] {
  const at = keys.indexOf(wanted);
  return keys.slice(Math.max(0, at - around), at + around + 1);
}
