import { parseSync } from 'oxc-parser';

/** The part of an ESTree node that is used here: offsets in UTF-16 units. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Null where the text does not parse. */
export function parseProgram(path: string, text: string): Node | null {
  try {
    const { program, errors } = parseSync(path, text);
    return errors.some(({ severity }) => severity === 'Error') || !isNode(program) ? null : program;
  } catch {
    return null;
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number';

export const nodeAt = (node: Node, key: string): Node | null => {
  const value = node[key];
  return isNode(value) ? value : null;
};

export const nodesAt = (node: Node, key: string): Node[] => {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

export const textAt = (node: Node | null, key: string): string => {
  const value = node?.[key];
  return typeof value === 'string' ? value : '';
};

/** The child nodes of a node. */
export function* children(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value;
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) yield each;
  }
}

/** Depth first; `into` says whether to descend into a node. */
export function walkSyntax(node: Node, visit: (node: Node, above: readonly Node[]) => boolean | undefined): void {
  const above: Node[] = [];
  const go = (at: Node): void => {
    if (visit(at, above) === false) return;
    above.push(at);
    for (const child of children(at)) go(child);
    above.pop();
  };
  go(node);
}

export const isFunctionNode = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** Wrappers of an expression without effect: parentheses, `as any`, `!`, `<string>` after a function's name. */
export const isWrapping = ({ type }: Node): boolean =>
  /^(ParenthesizedExpression|TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|TSTypeAssertion|TSInstantiationExpression)$/.test(
    type,
  );

/** The expression inside parentheses and `as any`. */
export function withoutWraps(node: Node | null): Node | null {
  let at = node;
  while (at && isWrapping(at)) at = nodeAt(at, 'expression');
  return at;
}

/** Names and literals that a text needs to be moved: `a` of `a.b.c()`, through calls. */
export function rootName(node: Node | null): string {
  let at = node;
  for (let n = 0; at && n < 20; n += 1) {
    if (at.type === 'Identifier') return textAt(at, 'name');
    at =
      nodeAt(at, 'object') ??
      nodeAt(at, 'callee') ??
      nodeAt(at, 'tag') ??
      nodeAt(at, 'argument') ??
      nodeAt(at, 'expression');
  }
  return '';
}
