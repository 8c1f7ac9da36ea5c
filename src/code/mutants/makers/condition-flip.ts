import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { type Draft, instead, type Maker, shortText } from '../maker.ts';
import { conditionOf, isCondition, operationsOf } from '../syntax.ts';

/** A condition turned into its opposite; `and` for `or`; equal for unequal. */
export const conditionFlip: Maker = ({ node, table }) => [...negated(node, table), ...flipped(node, table)];

function negated(node: SyntaxNode, table: MutantTable): Draft[] {
  const condition = conditionOf(node, table);
  if (!condition) return [];
  const argument = negationOf(condition, table);
  const after = argument ? argument.text : table.words.not(condition.text);
  return [instead('ConditionFlip', node, condition, after, `the condition ${shortText(condition.text)} was negated`)];
}

function negationOf(node: SyntaxNode, { negation }: MutantTable): SyntaxNode | undefined {
  if (node.type !== negation.type) return undefined;
  if (negation.operator !== null && node.child('operator')?.text !== negation.operator) return undefined;
  return node.child('argument');
}

function flipped(node: SyntaxNode, table: MutantTable): Draft[] {
  if (!table.binary.has(node.type)) return [];
  const operations = operationsOf(node);
  // The whole condition is negated already, which is the same mistake.
  const equality = operations.length === 1 && isCondition(node, table) ? {} : table.operators.equality;
  return operations.flatMap(({ operator }) => {
    const word = operator.text.replace(/\s+/g, ' ');
    const other = table.operators.logical[word] ?? equality[word];
    if (other === undefined) return [];
    return [instead('ConditionFlip', node, operator, other, `${word} became ${other} in ${shortText(node.text)}`)];
  });
}
