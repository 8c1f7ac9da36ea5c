import {
  isFunctionNode,
  isWrapping,
  type Node,
  nodeAt,
  nodesAt,
  textAt,
  walkSyntax,
  withoutWraps,
} from '../observe/syntax-javascript.ts';

/** A name of the file: what it was imported from, or that it is its own. */
export type Name = { readonly from: string; readonly as: string } | 'own';

/** Names at the top of a file. */
export function namesOf(program: Node): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const statement of nodesAt(program, 'body')) {
    const declared = nodeAt(statement, 'declaration') ?? statement;
    if (statement.type === 'ImportDeclaration')
      for (const each of nodesAt(statement, 'specifiers'))
        names.set(textAt(nodeAt(each, 'local'), 'name'), {
          from: textAt(nodeAt(statement, 'source'), 'value'),
          as:
            each.type === 'ImportSpecifier'
              ? textAt(nodeAt(each, 'imported'), 'name')
              : each.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        });
    const entity = nodeAt(declared, 'moduleReference');
    if (entity) ofImportEquals(declared, entity, names);
    else if (/^(Function|Class|TS\w+)Declaration$/.test(declared.type))
      names.set(textAt(nodeAt(declared, 'id'), 'name'), 'own');
    for (const each of nodesAt(declared, 'declarations')) declare(each, names);
  }
  walkSyntax(program, (node) => {
    if (/^(Class|Function)Expression$/.test(node.type) && nodeAt(node, 'id'))
      names.set(textAt(nodeAt(node, 'id'), 'name'), 'own');
    return undefined;
  });
  return names;
}

/** `import os = require('os')`; another name of a name that the file does not have stays unknown. */
function ofImportEquals(declared: Node, entity: Node, names: Map<string, Name>): void {
  const name = textAt(nodeAt(declared, 'id'), 'name');
  const from = textAt(nodeAt(entity, 'expression'), 'value');
  if (from !== '') names.set(name, { from, as: '*' });
  else if (names.has(textAt(entity, 'name') || textAt(nodeAt(entity, 'left'), 'name'))) names.set(name, 'own');
}

function declare(each: Node, names: Map<string, Name>): void {
  const id = nodeAt(each, 'id');
  const init = withoutWraps(nodeAt(each, 'init'));
  const callee = init && withoutWraps(nodeAt(init, 'callee'));
  const from =
    init?.type === 'CallExpression' && textAt(callee, 'name') === 'require'
      ? textAt(nodesAt(init, 'arguments')[0] ?? null, 'value')
      : '';
  if (!id) return;
  if (init && from !== '') named.add(init);
  if (id.type === 'Identifier') names.set(textAt(id, 'name'), from === '' ? 'own' : { from, as: '*' });
  else for (const name of boundBy(id)) names.set(name, from === '' ? 'own' : { from, as: '*' });
  for (const property of nodesAt(id, 'properties'))
    names.set(
      textAt(nodeAt(property, 'value'), 'name'),
      from === '' ? 'own' : { from, as: textAt(nodeAt(property, 'key'), 'name') },
    );
}

/** Calls of `require` that a name of the file stands for. */
const named = new WeakSet<Node>();

export const isKeptByName = (require: Node): boolean => named.has(require);

/** A name that is only a property key. */
export const isNoReference = (node: Node, parent: Node): boolean =>
  (parent.type === 'MemberExpression' && nodeAt(parent, 'property') === node && parent.computed !== true) ||
  (/^(Property|PropertyDefinition|MethodDefinition|ImportAttribute)$/.test(parent.type) &&
    nodeAt(parent, 'key') === node &&
    parent.computed !== true &&
    parent.shorthand !== true) ||
  /^(Import|Export)\w*Specifier$/.test(parent.type) ||
  /^(ExportAllDeclaration|ClassExpression|LabeledStatement|BreakStatement|ContinueStatement|MetaProperty|FunctionDeclaration|FunctionExpression|ClassDeclaration)$/.test(
    parent.type,
  ) ||
  (/^TS/.test(parent.type) && !isValueIn(parent, node)) ||
  (parent.type === 'UnaryExpression' && textAt(parent, 'operator') === 'typeof');

/** `process as any`, `process!`, `export = process`, `enum { A = process.pid }`: a value all the same. */
const isValueIn = (parent: Node, node: Node): boolean =>
  ((isWrapping(parent) || parent.type === 'TSExportAssignment') && nodeAt(parent, 'expression') === node) ||
  (parent.type === 'TSEnumMember' && nodeAt(parent, 'initializer') === node);

/** A name that an enclosing function, block, loop or `catch` declares. */
export const isLocal = (name: string, above: readonly Node[]): boolean =>
  above.some((each) => (isFunctionNode(each) ? localsOf(each) : blockNames(each)).has(name));

const cache = new WeakMap<Node, Set<string>>();
function localsOf(fn: Node): Set<string> {
  const known = cache.get(fn);
  if (known) return known;
  const names = new Set<string>();
  const bind = (pattern: Node | null): void => {
    for (const name of boundBy(pattern)) names.add(name);
  };
  for (const param of nodesAt(fn, 'params')) bind(param);
  walkSyntax(fn, (node) => {
    if (node.type === 'VariableDeclarator') bind(nodeAt(node, 'id'));
    if (node.type === 'CatchClause') bind(nodeAt(node, 'param'));
    if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) bind(nodeAt(node, 'id'));
    if (node !== fn && isFunctionNode(node)) for (const param of nodesAt(node, 'params')) bind(param);
    return undefined;
  });
  cache.set(fn, names);
  return names;
}

/** For a block outside all functions: its declarations are visible only inside it. */
function blockNames(node: Node): ReadonlySet<string> {
  if (!/^(For(In|Of)?Statement|BlockStatement|CatchClause|StaticBlock)$/.test(node.type)) return NO_NAMES;
  const known = cache.get(node);
  if (known) return known;
  const declared =
    node.type === 'CatchClause'
      ? [nodeAt(node, 'param')]
      : [nodeAt(node, 'init'), nodeAt(node, 'left'), ...nodesAt(node, 'body')].flatMap((each) =>
          each?.type === 'VariableDeclaration' ? nodesAt(each, 'declarations').map((one) => nodeAt(one, 'id')) : [],
        );
  const names = new Set(declared.flatMap((pattern) => [...boundBy(pattern)]));
  cache.set(node, names);
  return names;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The names that a pattern gives values to. */
export function boundBy(pattern: Node | null): Set<string> {
  const names = new Set<string>();
  if (!pattern) return names;
  walkSyntax(pattern, (node, above) => {
    const parent = above.at(-1);
    if (parent?.type === 'AssignmentPattern' && nodeAt(parent, 'right') === node) return false;
    if (node.type === 'Identifier' && !(parent && isNoReference(node, parent))) names.add(textAt(node, 'name'));
    return undefined;
  });
  return names;
}
