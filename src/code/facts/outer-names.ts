import type { ParsedSource } from './language.ts';

/** Names that stand, somewhere in a file, for something of the whole file or of nobody: not for a nearer variable. */
export function outerNames({ tree, scopes }: Pick<ParsedSource, 'tree' | 'scopes'>): Set<string> {
  const names = new Set<string>();
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    if (!/identifier$/.test(node.type) || /^(private_)?property_/.test(node.type) || names.has(node.text)) continue;
    const declared = scopes.find(node.text, node);
    if (!declared || scopes.file.names.get(node.text) === declared) names.add(node.text);
  }
  return names;
}
