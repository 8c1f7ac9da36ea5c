import type { SyntaxNode } from './syntax-tree.ts';

/**
 * Everything inside a node, without the node, in the order of the text. When `enter` is false for a node, its inside is
 * skipped.
 */
export function* inside(node: SyntaxNode, enter: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  for (let id = node.id + 1; id < node.after; ) {
    const next = node.tree.node(id);
    yield next;
    id = enter(next) ? id + 1 : next.after;
  }
}

/** The ancestors of a node, nearest first. */
export function* outside(node: SyntaxNode): Generator<SyntaxNode> {
  for (let outer = node.parent; outer; outer = outer.parent) yield outer;
}

/** The previous node in the same parent. */
export function previous(node: SyntaxNode): SyntaxNode | undefined {
  const parent = node.parent;
  if (!parent || node.id - 1 <= parent.id) return undefined;
  // The node numbered one lower is the previous sibling or inside it.
  let sibling = node.tree.node(node.id - 1);
  while (sibling.parent && sibling.parent.id !== parent.id) sibling = sibling.parent;
  return sibling;
}
