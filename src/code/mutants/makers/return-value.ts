import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable, Shape } from '../language-table.ts';
import { instead, type Maker, shortText } from '../maker.ts';
import { operationsOf, unwrapped } from '../syntax.ts';

/** A function that returns a default instead of its result. */
export const returnValue: Maker = ({ node, table }) => {
  const value = returned(node, table);
  if (!value || value.text === table.words.none || /^(null|void 0|undefined|None)$/.test(value.text)) return [];
  const inner = unwrapped(value);
  // The other makers handle these.
  if (inner.type === table.ternary || table.functions.has(inner.type) || /^(call_)?await/.test(inner.type)) return [];
  return table.defaults[shapeOf(inner, table)]
    .filter((other) => other !== inner.text)
    .map((other) =>
      instead('ReturnValue', node, value, bare(other, node), `${shortText(value.text)} became ${other} on return`),
    );
};

function returned(node: SyntaxNode, table: MutantTable): SyntaxNode | undefined {
  if (node.type === table.returnStatement) return node.parts[0];
  if (node.type !== 'arrow_function') return undefined;
  const body = node.child('body');
  return body && !table.blocks.has(body.type) && !/assignment|^update/.test(body.type) ? body : undefined;
}

function shapeOf(node: SyntaxNode, table: MutantTable): Shape {
  const known = table.shapes[node.type];
  if (known) return known;
  if (node.type === table.negation.type && /^(!|not)/.test(node.text)) return 'boolean';
  const [operation] = table.binary.has(node.type) ? operationsOf(node) : [];
  if (!operation) return 'unknown';
  const { boundary, equality, logical, arithmetic } = table.operators;
  const sign = operation.operator.text;
  if (sign in boundary || sign in equality || sign === 'instanceof') return 'boolean';
  if (sign in logical) return shapeOf(unwrapped(operation.right), table) === 'boolean' ? 'boolean' : 'unknown';
  const sides = [operation.left, operation.right].map((side) => shapeOf(unwrapped(side), table));
  if (sign === '+' && (sides.includes('string') || sides.includes('list')))
    return sides.includes('list') ? 'list' : 'string';
  return sign in arithmetic ? 'number' : 'unknown';
}

/** After an arrow, braces would be a body. */
const bare = (other: string, node: SyntaxNode): string =>
  other === '{}' && node.type === 'arrow_function' ? '({})' : other;
