import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { Definition } from '../definition.ts';
import type { ExportFact } from '../fact-types.ts';
import { pythonStringValue } from './nodes.ts';

/** What `from this import *` imports: the names in `__all__`, or those of the file without a leading underscore. */
export function readPythonExports(tree: SyntaxTree, definitions: readonly Definition[]): ExportFact[] {
  const top = definitions.filter(({ path, name }) => path === name);
  const listed = exportedNames(tree);
  const lineOf = (name: string): number => top.find((one) => one.name === name)?.nameNode.firstLine ?? 1;
  const names = listed ?? new Set(top.filter(({ exported }) => exported).map(({ name }) => name));
  return [...names].map((name) => ({ name, local: name, typeOnly: false, line: lineOf(name) }));
}

/** The names in `__all__`, or undefined where there is none. */
export function exportedNames(tree: SyntaxTree): Set<string> | undefined {
  const lists = tree.root.parts.filter(({ type }) => type === 'expression_statement').flatMap(listIn);
  if (lists.length === 0) return undefined;
  return new Set(lists.flatMap(stringsIn));
}

/** `__all__ = […]`, `__all__ += […]`. */
function listIn(statement: SyntaxNode): SyntaxNode[] {
  const assignment = statement.parts[0];
  if (assignment?.type !== 'assignment' && assignment?.type !== 'augmented_assignment') return [];
  const right = assignment.child('right');
  return right && assignment.child('left')?.text === '__all__' ? [right] : [];
}

function stringsIn(list: SyntaxNode): string[] {
  const found: string[] = [];
  for (const node of inside(list)) {
    const text = node.type === 'string' ? pythonStringValue(node) : undefined;
    if (text !== undefined) found.push(text);
  }
  return found;
}
