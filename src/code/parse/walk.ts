import type { SyntaxNode } from './syntax-tree.ts';

/** Everything inside a node, itself left out, in the order of the text. `enter` false leaves out what is inside one. */
export function* inside(node: SyntaxNode, enter: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  for (let id = node.id + 1; id < node.after; ) {
    const next = node.tree.node(id);
    yield next;
    id = enter(next) ? id + 1 : next.after;
  }
}

/** What a node stands in, the nearest first. */
export function* outside(node: SyntaxNode): Generator<SyntaxNode> {
  for (let outer = node.parent; outer; outer = outer.parent) yield outer;
}

/** The one before it in the same parent. */
export function previous(node: SyntaxNode): SyntaxNode | undefined {
  const parent = node.parent;
  if (!parent || node.id - 1 <= parent.id) return undefined;
  // By number the one before ends a sibling: it is one, or stands inside.
  let sibling = node.tree.node(node.id - 1);
  while (sibling.parent && sibling.parent.id !== parent.id) sibling = sibling.parent;
  return sibling;
}
