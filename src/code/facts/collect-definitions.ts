import type { SyntaxNode, SyntaxTree } from '../parse/syntax-tree.ts';
import type { Definition } from './definition.ts';

/** A definition that contains others. */
export type EnclosingDefinition = Definition;

/** Deeper names are of no use to a reader, and a path of every length for each would fill the memory. */
const DEEPEST = 24;

/** All definitions in the order of the text, each with the path of its containers. */
export function collectDefinitions(
  tree: SyntaxTree,
  at: (node: SyntaxNode, outer: EnclosingDefinition | undefined) => readonly Omit<Definition, 'path'>[],
): Definition[] {
  const found: Definition[] = [];
  const open: { readonly after: number; readonly definition: Definition }[] = [];
  for (let id = 0; id < tree.size; ) {
    while (open.length > 0 && id >= (open.at(-1)?.after ?? 0)) open.pop();
    const node = tree.node(id);
    const outer = open.at(-1)?.definition;
    const here = node.named ? at(node, outer) : [];
    for (const one of here) {
      const definition = { ...one, path: outer ? `${outer.path}.${one.name}` : one.name };
      found.push(definition);
      if (here.length === 1) open.push({ after: node.after, definition });
    }
    id = open.length > DEEPEST ? node.after : id + 1;
  }
  return found;
}
