import { isComment, type SyntaxNode } from '../parse/syntax-tree.ts';
import type { MutantTable } from './language-table.ts';

/** The condition of a node that has one, without the statement's parentheses. */
export function conditionOf(node: SyntaxNode, table: MutantTable): SyntaxNode | undefined {
  const where = table.conditions[node.type];
  if (where === undefined) return undefined;
  const found = typeof where === 'number' ? node.parts[where] : node.child(where);
  return found?.named ? unwrapped(found) : undefined;
}

/** Whether the node is the whole condition of a statement. */
export function isCondition(node: SyntaxNode, table: MutantTable): boolean {
  let outer = node.parent;
  while (outer?.type === 'parenthesized_expression') outer = outer.parent;
  return outer !== undefined && conditionOf(outer, table)?.id === node.id;
}

export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type === 'parenthesized_expression') {
    const [only] = inner.parts;
    if (!only) return inner;
    inner = only;
  }
  return inner;
}

export interface Branches {
  readonly condition: SyntaxNode;
  readonly yes: SyntaxNode;
  readonly no: SyntaxNode;
}

/** The three parts of a conditional expression, in any language's order. */
export function branchesOf(node: SyntaxNode, table: MutantTable): Branches | undefined {
  if (node.type !== table.ternary) return undefined;
  const [first, second, third] = node.parts;
  if (!first || !second || !third) return undefined;
  return table.conditions[table.ternary] === 1
    ? { yes: first, condition: second, no: third }
    : { condition: first, yes: second, no: third };
}

export interface Operation {
  readonly left: SyntaxNode;
  readonly operator: SyntaxNode;
  readonly right: SyntaxNode;
}

/** The operations of a binary node; Python's `a < b < c` has two. */
export function operationsOf(node: SyntaxNode): readonly Operation[] {
  const children = node.children.filter((child) => !isComment(child));
  return children.flatMap((operator, at) => {
    const [left, right] = [children[at - 1], children[at + 1]];
    return /^operators?$/.test(operator.field) && left && right ? [{ left, operator, right }] : [];
  });
}

/** The statements of a block, without comments; a single statement is a block of one. */
export function statementsOf(block: SyntaxNode, table: MutantTable): readonly SyntaxNode[] {
  const inner = block.type === 'else_clause' ? (block.child('body') ?? block.parts[0]) : block;
  if (!inner) return [];
  return table.blocks.has(inner.type) ? inner.parts : [inner];
}

/** An `if` without an else, whose last statement leaves: a guard. */
export function guardExit(node: SyntaxNode, table: MutantTable): SyntaxNode | undefined {
  if (!table.guards.has(node.type) || node.child('alternative')) return undefined;
  const body = node.child('consequence');
  const last = body ? statementsOf(body, table).at(-1) : undefined;
  return last && table.exits.has(last.type) ? last : undefined;
}

/** Whether evaluating it has no effect but its value. */
export function isPlain(node: SyntaxNode): boolean {
  return !/\b(await|yield)\b|\(|`|\+\+|--|(?<![=!<>])=(?!=)|\[|\./.test(node.text);
}

/** The function around a node. */
export function functionAround(node: SyntaxNode, table: MutantTable): SyntaxNode | undefined {
  let outer = node.parent;
  while (outer && !table.functions.has(outer.type)) outer = outer.parent;
  return outer;
}
