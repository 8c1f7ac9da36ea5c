import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { Parameter } from '../fact-types.ts';
import { nameText } from './nodes.ts';

export function pythonParametersOf(list: SyntaxNode | undefined): Parameter[] {
  return (list?.parts ?? []).filter(({ type }) => !/separator$/.test(type)).map(parameter);
}

function parameter(node: SyntaxNode): Parameter {
  const named = node.child('name') ?? (node.type === 'typed_parameter' ? node.parts[0] : node) ?? node;
  const type = node.child('type')?.text.replace(/\s+/g, ' ');
  const optional = /default_parameter$/.test(node.type) || /splat/.test(named.type);
  return { name: nameText(named), ...(type === undefined ? {} : { type }), optional };
}
