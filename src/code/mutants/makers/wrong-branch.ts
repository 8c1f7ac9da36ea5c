import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { type Draft, instead, type Maker, shortText } from '../maker.ts';
import { branchesOf, conditionOf, guardExit, operationsOf } from '../syntax.ts';

/**
 * The wrong branch: a condition that is always or never true, one arm of a conditional for both, one side of `and`,
 * `or`, `??` for both, the opposite truth value. Swapping the arms of an `if` equals negating the condition, which the
 * condition flips do.
 */
export const wrongBranch: Maker = ({ node, table }) => [
  ...constant(node, table),
  ...oneArm(node, table),
  ...oneSide(node, table),
  ...otherTruth(node, table),
];

function constant(node: SyntaxNode, table: MutantTable): Draft[] {
  const condition = conditionOf(node, table);
  if (!condition || node.type === table.ternary || isTruth(condition)) return [];
  const { words, loops } = table;
  const always = instead('WrongBranch', node, condition, words.true, `${shortText(condition.text)} became always true`);
  const never = instead('WrongBranch', node, condition, words.false, `${shortText(condition.text)} became never true`);
  // An endless loop shows nothing. A guard that never holds is a removed check, made elsewhere.
  if (loops.has(node.type)) return [never];
  return guardExit(node, table) ? [always] : [always, never];
}

function oneArm(node: SyntaxNode, table: MutantTable): Draft[] {
  const branches = branchesOf(node, table);
  if (!branches) return [];
  return [branches.yes, branches.no].map((arm) =>
    instead('WrongBranch', node, node, arm.text, `${shortText(node.text)} became ${shortText(arm.text)} in all cases`),
  );
}

function oneSide(node: SyntaxNode, table: MutantTable): Draft[] {
  if (!table.binary.has(node.type)) return [];
  return operationsOf(node).flatMap(({ left, operator, right }) => {
    if (operator.text === '??')
      return [instead('WrongBranch', node, node, right.text, `${shortText(node.text)} is always the second`)];
    if (!(operator.text in table.operators.logical)) return [];
    return [left, right].map((side) =>
      instead('WrongBranch', node, node, side.text, `${shortText(node.text)} became only ${shortText(side.text)}`),
    );
  });
}

const isTruth = (node: SyntaxNode): boolean => node.type === 'true' || node.type === 'false';

function otherTruth(node: SyntaxNode, { words, returnStatement }: MutantTable): Draft[] {
  if (!isTruth(node) || node.parent?.type === returnStatement || node.parent?.type === 'while_statement') return [];
  if (node.parent?.type === 'parenthesized_expression') return [];
  const other = node.type === 'true' ? words.false : words.true;
  return [instead('WrongBranch', node, node, other, `${node.text} became ${other}`)];
}
