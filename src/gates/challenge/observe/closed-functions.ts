import { isFunctionNode, type Node, nodeAt, nodesAt, parseProgram, textAt, walkSyntax } from './syntax-javascript.ts';

/**
 * The arguments of a call, if they can be recreated elsewhere: a function can if its text is complete and no name in it
 * refers outside. Null where one cannot.
 */
export function remakable(args: string | null): string | null {
  if (args === null || !args.includes('"$":"function"')) return args;
  return functionsIn(JSON.parse(args)).every(isClosed) ? args : null;
}

/** The arguments with a mark in place of each that contains a function. */
export const withoutFunctions = (args: string): string =>
  JSON.stringify(JSON.parse(args).map((arg: unknown) => (functionsIn(arg).length > 0 ? { $: 'kept' } : arg)));

function functionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (value === null || typeof value !== 'object') return [];
  if ('$' in value && value.$ === 'function') return 'v' in value ? [String(value.v)] : [];
  return Object.values(value).flatMap(functionsIn);
}

/** Whether a function uses only the language and its arguments. */
export function isClosed(text: string): boolean {
  const [statement, ...more] = nodesAt(parseProgram('f.js', `(${text})`) ?? NOTHING, 'body');
  const inner = statement && nodeAt(statement, 'expression');
  const whole = inner?.type === 'ParenthesizedExpression' ? nodeAt(inner, 'expression') : inner;
  if (!whole || more.length > 0 || !isFunctionNode(whole)) return false;
  const own = new Set<string>();
  const used = new Set<string>();
  let leadsOut = false;
  walkSyntax(whole, (node, above) => {
    if (OUTSIDE.has(node.type)) leadsOut = true;
    if (node.type !== 'Identifier') return undefined;
    const parent = above.at(-1);
    if (parent && isLabel(parent, node)) return undefined;
    (isDeclared(node, above) ? own : used).add(textAt(node, 'name'));
    return undefined;
  });
  return !leadsOut && [...used].every((name) => own.has(name) || LANGUAGE.has(name));
}

const NOTHING: Node = { type: 'Program', start: 0, end: 0 };
const OUTSIDE = new Set(['ThisExpression', 'Super', 'MetaProperty', 'ImportExpression']);
const LANGUAGE = new Set(
  'undefined NaN Infinity Object Array String Number Boolean BigInt Symbol Math JSON RegExp Map Set WeakMap WeakSet Promise Error TypeError RangeError SyntaxError parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI'.split(
    ' ',
  ),
);

/** The name of a property, not of a value. */
const isLabel = (parent: Node, node: Node): boolean =>
  parent.computed !== true &&
  ((parent.type === 'MemberExpression' && nodeAt(parent, 'property') === node) ||
    (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type) &&
      nodeAt(parent, 'key') === node &&
      nodeAt(parent, 'value') !== node));

/** A name being bound: a parameter, a variable, a function, a caught error. */
function isDeclared(node: Node, above: readonly Node[]): boolean {
  let at = node;
  for (const parent of [...above].reverse()) {
    if (isFunctionNode(parent)) return nodesAt(parent, 'params').includes(at) || nodeAt(parent, 'id') === at;
    if (parent.type === 'VariableDeclarator') return nodeAt(parent, 'id') === at;
    if (parent.type === 'CatchClause') return nodeAt(parent, 'param') === at;
    if (parent.type === 'AssignmentPattern' && nodeAt(parent, 'left') !== at) return false;
    if (!/Pattern$|^(Property|RestElement)$/.test(parent.type)) return false;
    at = parent;
  }
  return false;
}
