import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { type Draft, instead, type Maker, shortText } from '../maker.ts';
import { guardExit, statementsOf } from '../syntax.ts';

/** A guard, an assertion or a throw, removed. */
export const removedCheck: Maker = ({ node, table }) => {
  if (guardExit(node, table)) return [removed(node, node, table, 'the guard')];
  if (node.type === table.assert) return [removed(node, node, table, 'the assertion')];
  if (node.type === table.raise && !isInGuard(node, table)) return [removed(node, node, table, 'the error')];
  if (isCheckCall(node, table)) return [removed(node, node, table, 'the check')];
  return [];
};

function removed(about: SyntaxNode, node: SyntaxNode, { words }: MutantTable, what: string): Draft {
  return instead('RemovedCheck', about, node, words.pass, `${what} ${shortText(node.text)} was removed`);
}

/** Removing the guard removes its throw. */
function isInGuard(node: SyntaxNode, table: MutantTable): boolean {
  let outer = node.parent;
  if (outer && table.blocks.has(outer.type)) outer = outer.parent;
  return outer !== undefined && guardExit(outer, table)?.id === node.id && guardBody(outer, table) <= 2;
}

const guardBody = (node: SyntaxNode, table: MutantTable): number => {
  const body = node.child('consequence');
  return body ? statementsOf(body, table).length : 0;
};

const CHECK = /(^|[._])(assert|invariant|ensure|require|validate|verify|check|expect|guard|refuse|reject)([A-Z_]\w*)?$/;

/** A call whose result is unused and whose name says that it refuses something. */
export function isCheckCall(node: SyntaxNode, table: MutantTable): boolean {
  if (node.type !== table.expressionStatement) return false;
  const [only] = node.parts;
  const call = only && /^await/.test(only.type) ? only.parts[0] : only;
  return call !== undefined && table.calls.has(call.type) && CHECK.test(call.child('function')?.text ?? '');
}
