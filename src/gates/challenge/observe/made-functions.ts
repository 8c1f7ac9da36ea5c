import {
  isFunctionNode,
  isWrapping,
  type Node,
  nodeAt,
  nodesAt,
  rootName,
  textAt,
  walkSyntax,
} from './syntax-javascript.ts';

/**
 * An expression that may create a function without a body in the source: a method bound to its data, code from a string,
 * a proxy, an export of WebAssembly.
 */
export function makesFunction(node: Node, above: readonly Node[], written: ReadonlySet<string>): boolean {
  // TypeScript's wrappers: `new Function(text) as Rule`.
  const at = above.findLastIndex((each) => !isWrapping(each));
  const [parent, value] = [above[at], above[at + 1] ?? node];
  if (!parent || isWrapping(node) || above.some(isFunctionNode)) return false;
  const isNamed =
    (parent.type === 'VariableDeclarator' && nodeAt(parent, 'init') === value) ||
    (parent.type === 'AssignmentExpression' && nodeAt(parent, 'right') === value) ||
    (parent.type === 'Property' && nodeAt(parent, 'value') === value) ||
    parent.type === 'ExportDefaultDeclaration';
  return isNamed && isMaker(node) && !written.has(boundName(node));
}

/** All of a program. */
export function madeFunctions(program: Node): Node[] {
  const written = writtenFunctions(program);
  const found: Node[] = [];
  walkSyntax(program, (node, above) => {
    if (makesFunction(node, above, written)) found.push(node);
    return undefined;
  });
  return found;
}

/** Names of functions in a module's top level: they have bodies, even where they are bound. */
export const writtenFunctions = (program: Node): ReadonlySet<string> =>
  new Set(
    nodesAt(program, 'body').flatMap((statement) => {
      const declared = nodeAt(statement, 'declaration') ?? statement;
      if (declared.type === 'FunctionDeclaration') return [textAt(nodeAt(declared, 'id'), 'name')];
      return nodesAt(declared, 'declarations').flatMap((each) => {
        const value = nodeAt(each, 'init');
        return value && isFunctionNode(value) ? [textAt(nodeAt(each, 'id'), 'name')] : [];
      });
    }),
  );

/** `parse` of `parse.bind(rules)`; empty otherwise. */
function boundName(node: Node): string {
  const callee = nodeAt(node, 'callee');
  if (callee?.type !== 'MemberExpression' || textAt(nodeAt(callee, 'property'), 'name') !== 'bind') return '';
  return textAt(nodeAt(callee, 'object'), 'name');
}

function isMaker(node: Node): boolean {
  const callee = nodeAt(node, 'callee');
  if (node.type === 'NewExpression') return /^(Function|Proxy)$/.test(textAt(callee, 'name'));
  if (node.type === 'CallExpression') {
    if (callee?.type === 'MemberExpression') return MAKERS.test(textAt(nodeAt(callee, 'property'), 'name'));
    return /^(Function|eval)$/.test(textAt(callee, 'name'));
  }
  return node.type === 'MemberExpression' && isOfOtherModule(node);
}

const MAKERS = /^(bind|runInThisContext|runInNewContext|runInContext|compileFunction)$/;

/** `instance.exports.parse`, of WebAssembly: not `module.exports`. */
function isOfOtherModule(node: Node): boolean {
  if (/^(module|exports)$/.test(rootName(node))) return false;
  const inner = nodeAt(node, 'object');
  return inner?.type === 'MemberExpression' && textAt(nodeAt(inner, 'property'), 'name') === 'exports';
}
