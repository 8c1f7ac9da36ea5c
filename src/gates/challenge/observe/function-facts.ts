import type { SeenFunction } from './seen-code.ts';
import { isFunctionNode, type Node, nodeAt, nodesAt, textAt, walkSyntax } from './syntax-javascript.ts';

export function functionName(node: Node, above: readonly Node[], text: string): string {
  const own = nodeAt(node, 'id');
  if (own) return textAt(own, 'name');
  const parent = above.at(-1);
  const label = parent && (nodeAt(parent, 'id') ?? nodeAt(parent, 'key') ?? nodeAt(parent, 'left'));
  if (!label) return parent?.type === 'ExportDefaultDeclaration' ? 'default' : 'anonymous';
  return text
    .slice(label.start, label.end)
    .replace(/:[\s\S]*$/, '')
    .replace(/^(module\.)?exports\./, '')
    .slice(0, 80);
}

/** A method that any holder of an object of its class can call: neither private nor an accessor. */
export function methodOf(
  node: Node,
  above: readonly Node[],
  exported: (name: string, node: Node) => string[],
): SeenFunction['method'] {
  const [kind, , definition] = [above.at(-3), above.at(-2), above.at(-1)];
  if (!kind || definition?.type !== 'MethodDefinition' || definition.static === true || definition.computed === true)
    return undefined;
  const key = nodeAt(definition, 'key');
  if (key?.type !== 'Identifier' || !/^(method|constructor)$/.test(textAt(definition, 'kind'))) return undefined;
  const own = above.slice(0, -3).some(isFunctionNode) ? '' : textAt(nodeAt(kind, 'id'), 'name');
  const [of] = exported(own || functionName(kind, above.slice(0, -3), ''), node);
  if (of === undefined) return undefined;
  return { of, name: textAt(key, 'name'), ...(isBare(kind) ? { bare: true as const } : {}) };
}

/** A class that is constructed from nothing: without a constructor, its own or inherited. */
const isBare = (kind: Node): boolean =>
  !nodeAt(kind, 'superClass') &&
  !nodesAt(nodeAt(kind, 'body') ?? kind, 'body').some(
    (each) => each.type === 'MethodDefinition' && textAt(each, 'kind') === 'constructor',
  );

/** It awaits something itself, and not in an inner function. */
export const waits = (node: Node): boolean => {
  let said = false;
  walkSyntax(node, (each) => {
    if (isFunctionNode(each)) return false;
    if (each.type === 'AwaitExpression' || each.type === 'YieldExpression') said = true;
    return undefined;
  });
  return said;
};

export const usesThis = (node: Node): boolean => {
  let said = false;
  walkSyntax(node, ({ type }) => {
    if (type === 'ThisExpression' || type === 'Super') said = true;
    return undefined;
  });
  return said;
};

/** An expression for the value of a parameter, from the names it is destructured into. */
export function rebuild(pattern: Node, text: string): string {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return rebuild(nodeAt(pattern, 'left') ?? pattern, text);
    case 'RestElement':
      return `...${rebuild(nodeAt(pattern, 'argument') ?? pattern, text)}`;
    case 'ArrayPattern':
      return `[${(Array.isArray(pattern.elements) ? pattern.elements : []).map((each: Node | null) => (each ? rebuild(each, text) : 'undefined')).join(', ')}]`;
    case 'ObjectPattern':
      return `{ ${nodesAt(pattern, 'properties')
        .map((each) => {
          if (each.type === 'RestElement') return rebuild(each, text);
          const key = nodeAt(each, 'key');
          const value = nodeAt(each, 'value');
          const word = key ? text.slice(key.start, key.end) : '';
          return `${each.computed === true ? `[${word}]` : word}: ${value ? rebuild(value, text) : 'undefined'}`;
        })
        .join(', ')} }`;
    case 'TSParameterProperty':
      return rebuild(nodeAt(pattern, 'parameter') ?? pattern, text);
    case 'Identifier':
      return textAt(pattern, 'name');
    default:
      return 'undefined';
  }
}
