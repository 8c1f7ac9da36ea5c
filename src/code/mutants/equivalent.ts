import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { MutantTable } from './language-table.ts';
import type { Draft } from './maker.ts';
import { branchesOf, conditionOf, functionAround, guardExit, isPlain, operationsOf, statementsOf } from './syntax.ts';
import { isNumber, sameValue } from './values.ts';

/**
 * A reason why no input can distinguish a mutant from the original, or null. Only what can be proven from the text is
 * here; each rule has a test that it holds and one that keeps a near miss.
 */
export interface Equivalence {
  readonly name: string;
  readonly proves: (draft: Draft, table: MutantTable) => boolean;
}

export const EQUIVALENCES: readonly Equivalence[] = [
  { name: 'symmetric-arguments', proves: symmetricArguments },
  { name: 'same-number-either-way', proves: sameNumberEitherWay },
  { name: 'equality-excluded', proves: equalityExcluded },
  { name: 'neutral-operand', proves: neutralOperand },
  { name: 'leaves-anyway', proves: leavesAnyway },
];

export const isEquivalent = (draft: Draft, table: MutantTable): boolean =>
  EQUIVALENCES.some(({ proves }) => proves(draft, table));

const SYMMETRIC = /^(Math\.(max|min|hypot|imul)|Object\.is|math\.(gcd|lcm|hypot)|gcd)$/;

/** The order of arguments does not matter to these. */
function symmetricArguments({ kind, about }: Draft): boolean {
  return kind === 'SwappedArgs' && SYMMETRIC.test(about.child('function')?.text ?? '');
}

/**
 * `a < b ? a : b` and `if (x > most) most = x`: the boundary decides which of two equal numbers is taken. Only where
 * both sides are known to be numbers: equal objects are still two.
 */
function sameNumberEitherWay({ kind, about }: Draft, table: MutantTable): boolean {
  if (kind !== 'Boundary') return false;
  const [operation, more] = operationsOf(about);
  if (!operation || more || !isNumber(operation.left, table) || !isNumber(operation.right, table)) return false;
  const sides = [operation.left.text, operation.right.text].sort().join('\n');
  const taken = picked(about, table);
  return taken !== undefined && taken.toSorted().join('\n') === sides;
}

/** The two values between which a comparison decides. */
function picked(comparison: SyntaxNode, table: MutantTable): string[] | undefined {
  let outer = comparison.parent;
  while (outer?.type === 'parenthesized_expression') outer = outer.parent;
  if (!outer || conditionOf(outer, table)?.id !== comparison.id) return undefined;
  const branches = branchesOf(outer, table);
  if (branches) return [branches.yes.text, branches.no.text];
  if (!table.guards.has(outer.type) || outer.child('alternative')) return undefined;
  const body = outer.child('consequence');
  const [only, second] = body ? statementsOf(body, table) : [];
  const assignment = only?.type === table.expressionStatement ? only.parts[0] : undefined;
  if (second || !assignment || !/^assignment/.test(assignment.type)) return undefined;
  return [assignment.child('left')?.text ?? '', assignment.child('right')?.text ?? ''];
}

/** `a === b ? 0 : a < b ? -1 : 1`: the equal case was handled before the boundary is reached. */
function equalityExcluded({ kind, about }: Draft, table: MutantTable): boolean {
  if (kind !== 'Boundary') return false;
  const [operation, more] = operationsOf(about);
  if (!operation || more || ![operation.left, operation.right].every(sameValue)) return false;
  const sides = new Set([operation.left.text, operation.right.text]);
  for (let node = about, outer = node.parent; outer; node = outer, outer = node.parent) {
    if (table.functions.has(outer.type)) return false;
    if (isElseOf(outer, node, table) && asks(EQUAL, conditionOf(outer, table), sides)) return true;
    if (isThenOf(outer, node, table) && asks(UNEQUAL, conditionOf(outer, table), sides)) return true;
    if (table.blocks.has(outer.type) && guardedBefore(outer, node, sides, table)) return true;
    if (table.loops.has(outer.type)) return false;
  }
  return false;
}

function isThenOf(outer: SyntaxNode, node: SyntaxNode, table: MutantTable): boolean {
  return branchesOf(outer, table)?.yes.id === node.id;
}

function isElseOf(outer: SyntaxNode, node: SyntaxNode, table: MutantTable): boolean {
  const branches = branchesOf(outer, table);
  if (branches) return branches.no.id === node.id;
  return table.guards.has(outer.type) && node.field === 'alternative' && node.id === outer.child('alternative')?.id;
}

/** Directly above are only guards that return, and one of them returns if the two are equal. */
function guardedBefore(block: SyntaxNode, node: SyntaxNode, sides: ReadonlySet<string>, table: MutantTable): boolean {
  const above = block.parts.filter(({ id }) => id < node.id).toReversed();
  for (const statement of above) {
    const condition = conditionOf(statement, table);
    if (!guardExit(statement, table) || !condition) return false;
    if (asks(EQUAL, condition, sides)) return true;
    if (!isPlain(condition)) return false;
  }
  return false;
}

const EQUAL = /^={2,3}$/;
const UNEQUAL = /^!={1,2}$/;

function asks(sign: RegExp, condition: SyntaxNode | undefined, sides: ReadonlySet<string>): boolean {
  const [operation, more] = condition ? operationsOf(condition) : [];
  if (!operation || more || !sign.test(operation.operator.text)) return false;
  return (
    sides.has(operation.left.text) && sides.has(operation.right.text) && operation.left.text !== operation.right.text
  );
}

/** Times one, divided by one; shifted by zero. */
function neutralOperand({ kind, about, edits: [edit] }: Draft): boolean {
  if (kind !== 'Operator' || !edit) return false;
  const [operation] = operationsOf(about);
  const right = operation?.right.text ?? about.child('right')?.text;
  if (right === '1') return /^[*/]=?$/.test(edit.replacement) && /^\*=?$|^\/=?$/.test(signOf(about));
  return right === '0' && /^(<<|>>)=?$/.test(edit.replacement) && /^(<<|>>)=?$/.test(signOf(about));
}

const signOf = (node: SyntaxNode): string => node.child('operator')?.text ?? '';

/** `if (done) return;` with nothing behind it: the function ends there either way. */
function leavesAnyway({ about }: Draft, table: MutantTable): boolean {
  const exit = guardExit(about, table);
  const condition = conditionOf(about, table);
  if (!exit || !condition || !isPlain(condition) || exit.parts.length > 0) return false;
  const body = about.child('consequence');
  if (!body || statementsOf(body, table).length !== 1) return false;
  const block = about.parent;
  if (!block || !table.blocks.has(block.type) || block.parts.at(-1)?.id !== about.id) return false;
  if (exit.type === table.returnStatement) return block.parent?.id === functionAround(about, table)?.id;
  return exit.type === 'continue_statement' && block.parent !== undefined && table.loops.has(block.parent.type);
}
