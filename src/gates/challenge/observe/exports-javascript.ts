import { isFunctionNode, type Node, nodeAt, nodesAt, rootName, textAt } from './syntax-javascript.ts';

/** The names under which a module exports a function, in the syntax of both module systems. */
export function exportsOf(program: Node): (name: string, node: Node) => string[] {
  const names = new Map<string, string[]>();
  const add = (local: string, as: string): void => void names.set(local, [...(names.get(local) ?? []), as]);
  for (const statement of nodesAt(program, 'body')) {
    const declared = nodeAt(statement, 'declaration');
    if (statement.type === 'ExportDefaultDeclaration' && declared) {
      add(
        declared.type === 'Identifier' ? textAt(declared, 'name') : textAt(nodeAt(declared, 'id'), 'name') || 'default',
        'default',
      );
    }
    if (statement.type === 'ExportNamedDeclaration') {
      for (const each of declared
        ? [nodeAt(declared, 'id'), ...nodesAt(declared, 'declarations').map((one) => nodeAt(one, 'id'))]
        : []) {
        const name = textAt(each, 'name');
        if (name !== '') add(name, name);
      }
      for (const each of nodeAt(statement, 'source') ? [] : nodesAt(statement, 'specifiers'))
        add(wordOf(nodeAt(each, 'local')), wordOf(nodeAt(each, 'exported')));
    }
    const assigned = nodeAt(statement, 'expression');
    if (assigned?.type === 'AssignmentExpression') commonjs(assigned, add);
  }
  return (name) => names.get(name) ?? [];
}

const wordOf = (node: Node | null): string => textAt(node, 'name') || textAt(node, 'value');

function commonjs(assigned: Node, add: (local: string, as: string) => void): void {
  const target = nodeAt(assigned, 'left');
  const value = nodeAt(assigned, 'right');
  if (target?.type !== 'MemberExpression' || !value) return;
  const root = rootName(target);
  const property = textAt(nodeAt(target, 'property'), 'name');
  if (root !== 'module' && root !== 'exports') return;
  if (root === 'module' && property === 'exports') {
    if (value.type === 'Identifier') add(textAt(value, 'name'), 'default');
    for (const each of value.type === 'ObjectExpression' ? nodesAt(value, 'properties') : []) {
      const key = wordOf(nodeAt(each, 'key'));
      const given = nodeAt(each, 'value');
      if (key !== '') add(given?.type === 'Identifier' ? textAt(given, 'name') : key, key);
    }
    if (value.type === 'AssignmentExpression') commonjs(value, add);
    else if (isFunctionNode(value)) add(textAt(nodeAt(value, 'id'), 'name') || 'module.exports', 'default');
    return;
  }
  add(value.type === 'Identifier' ? textAt(value, 'name') : textAt(nodeAt(value, 'id'), 'name') || property, property);
}
