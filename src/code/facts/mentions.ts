import type { ParsedSource } from './language.ts';

const NAME = /identifier$/;

/**
 * Lines where a definition is used, without its own. A member is found by its last name only, since types are not
 * known.
 */
export function mentionsOf(source: ParsedSource, path: string): number[] {
  const definitions = source.definitionsOf.get(path) ?? [];
  const [first] = definitions;
  if (!first) return [];
  const own = new Set(definitions.map(({ nameNode }) => nameNode.id));
  const lines = new Set<number>();
  for (let id = 0; id < source.tree.size; id += 1) {
    const node = source.tree.node(id);
    if (own.has(id) || !NAME.test(node.type) || node.text !== first.name) continue;
    const declared = /^(property_|private_property_)/.test(node.type)
      ? undefined
      : source.scopes.find(first.name, node);
    // A name that a nearer scope declares is another one.
    if (declared && !definitions.some(({ node: { id: known } }) => known === declared.node.id)) continue;
    lines.add(node.firstLine);
  }
  return [...lines];
}
