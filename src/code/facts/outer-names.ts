import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { ParsedSource } from './language.ts';

/** Names that somewhere in a file refer to its top scope or to nothing in it, not to a local variable. */
export function outerNames({ tree, scopes }: Pick<ParsedSource, 'tree' | 'scopes'>): Set<string> {
  const names = new Set<string>();
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    if (!/identifier$/.test(node.type) || /^(private_)?property_/.test(node.type) || names.has(node.text)) continue;
    if (isNoVariable(node)) continue;
    const declared = scopes.find(node.text, node);
    if (!declared || scopes.file.names.get(node.text) === declared) names.add(node.text);
  }
  return names;
}

/** Python calls them identifiers too: `f(extensions=[…])`, `md.extensions`. */
const isNoVariable = (node: SyntaxNode): boolean =>
  (node.parent?.type === 'keyword_argument' && node.parent.child('name')?.id === node.id) ||
  (node.parent?.type === 'attribute' && node.parent.child('attribute')?.id === node.id);
