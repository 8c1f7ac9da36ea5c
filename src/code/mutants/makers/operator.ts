import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { type Draft, instead, type Maker, shortText } from '../maker.ts';
import { operationsOf } from '../syntax.ts';

/** Another arithmetic operator: plus for minus, times for divided by. */
export const operator: Maker = ({ node, table }) => {
  if (table.binary.has(node.type)) return operationsOf(node).flatMap((operation) => binary(node, operation, table));
  if (table.assign.has(node.type) || node.type === 'update_expression') return update(node, table);
  return unaryMinus(node);
};

function binary(
  node: SyntaxNode,
  { left, operator: sign, right }: ReturnType<typeof operationsOf>[number],
  table: MutantTable,
): Draft[] {
  const other = table.operators.arithmetic[sign.text];
  if (other === undefined) return [];
  // Text and lists support `+`, and `*` or `%` with a non-number: any other operator would only break.
  if (isText(left) || isText(right)) return sign.text === '+' ? concatenation(node, left, right) : [];
  return [instead('Operator', node, sign, other, `${sign.text} became ${other} in ${shortText(node.text)}`)];
}

function concatenation(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode): Draft[] {
  if (isMessage(node)) return [];
  const kept = isText(left) ? left : right;
  const lost = kept === left ? right : left;
  return [
    instead('Operator', node, node, kept.text, `${shortText(lost.text)} was left out of ${shortText(node.text)}`),
  ];
}

const isText = (node: SyntaxNode): boolean =>
  /^(string|template_string|concatenated_string|array|list|tuple|list_comprehension)$/.test(node.type) ||
  (/^binary_/.test(node.type) && operationsOf(node).some(({ left, right }) => isText(left) || isText(right)));

/** Tests are not about the wording of an error. */
function isMessage(node: SyntaxNode): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (/^(throw|raise|assert)_statement$/.test(outer.type)) return true;
    if (/_statement$|function/.test(outer.type)) return false;
  }
  return false;
}

function update(node: SyntaxNode, { operators }: MutantTable): Draft[] {
  // In the head of a loop it only makes the loop endless.
  if (node.field === 'increment') return [];
  const sign = node.child('operator');
  const other = sign && operators.update[sign.text];
  if (!sign || other === undefined) return [];
  const right = node.child('right');
  if (right && isText(right)) return [];
  return [instead('Operator', node, sign, other, `${sign.text} became ${other} in ${shortText(node.text)}`)];
}

function unaryMinus(node: SyntaxNode): Draft[] {
  if (!/^unary_(expression|operator)$/.test(node.type) || node.child('operator')?.text !== '-') return [];
  const argument = node.child('argument');
  if (!argument || /^(number|integer|float)$/.test(argument.type)) return [];
  return [instead('Operator', node, node, argument.text, `the sign of ${shortText(argument.text)} was lost`)];
}
