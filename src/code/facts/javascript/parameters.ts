import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { Parameter } from '../fact-types.ts';

export function javascriptParametersOf(node: SyntaxNode): Parameter[] {
  const single = node.child('parameter');
  if (single) return [{ name: single.text, optional: false }];
  const list = node.child('parameters');
  return list ? list.parts.map(parameter) : [];
}

function parameter(node: SyntaxNode): Parameter {
  if (node.type === 'assignment_pattern') return { name: textOf(node.child('left')), optional: true };
  if (node.type !== 'required_parameter' && node.type !== 'optional_parameter')
    return { name: textOf(node), optional: node.type === 'rest_pattern' };
  const pattern = node.child('pattern');
  const type = node.child('type')?.text.replace(/^:\s*/, '');
  const optional =
    node.type === 'optional_parameter' || node.child('value') !== undefined || pattern?.type === 'rest_pattern';
  return { name: textOf(pattern), ...(type === undefined ? {} : { type: type.replace(/\s+/g, ' ') }), optional };
}

const textOf = (node: SyntaxNode | undefined): string => node?.text.replace(/\s+/g, ' ') ?? '';
