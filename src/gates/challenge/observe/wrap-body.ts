import { isFunctionNode, type Node, nodeAt, nodesAt, walkSyntax } from './syntax-javascript.ts';

/** The body of a function with calls to the recorder at its beginning, return, throw and end. */
export function wrapBody(
  node: Node,
  text: string,
  put: (at: number, words: string) => void,
  recorder: string,
  enter: string,
  name: string,
): void {
  const body = nodeAt(node, 'body');
  if (!body) return;
  const open = `const ${name} = ${recorder}.${enter}; try { `;
  const close = ` } catch (error) { throw ${name}.t(error); } finally { ${name}.f(); }`;
  if (body.type !== 'BlockStatement') {
    // An object literal has parentheses, which are outside of the node.
    const from = text.indexOf('=>', lastParameterEnd(node)) + 2;
    put(from, ` { ${open}return ${name}.o((`);
    put(node.end, `)); ${close} }`);
    return;
  }
  const [first] = nodesAt(body, 'body').filter((each) => typeof each.directive !== 'string');
  if (!first) return put(body.end - 1, ` ${open}${close} `);
  put(first.start, open);
  put(body.end - 1, `${close} `);
  walkSyntax(body, (inner) => {
    if (isFunctionNode(inner)) return false;
    if (inner.type === 'YieldExpression') wrapYield(inner, text, put, name);
    if (inner.type !== 'ReturnStatement') return undefined;
    const value = nodeAt(inner, 'argument');
    if (!value) return undefined;
    const semicolon = text[inner.end - 1] === ';' ? inner.end - 1 : inner.end;
    put(inner.start + 'return'.length, ` ${name}.o((`);
    put(semicolon, '))');
    return undefined;
  });
}

/** While a generator waits, its caller runs: the recorder is told that it has left, and that it is back. */
function wrapYield(node: Node, text: string, put: (at: number, words: string) => void, name: string): void {
  const word = node.start + 'yield'.length;
  put(node.start, `${name}.r(`);
  if (!nodeAt(node, 'argument')) return put(node.end, ` ${name}.y())`);
  put(node.delegate === true ? text.indexOf('*', word) + 1 : word, ` ${name}.y((`);
  put(node.end, ')))');
}

/**
 * A function that does the same as this one, inserted at the beginning of its body: its arguments may differ, all other
 * names are those of the call. Null where that is impossible (a constructor).
 */
export function copyOf(node: Node, text: string, kind: 'plain' | 'async' | 'generator'): string | null {
  const body = nodeAt(node, 'body');
  if (!body) return null;
  const params = nodesAt(node, 'params');
  if (params.some(({ type }) => type === 'TSParameterProperty')) return null;
  const given = `(${params.map(({ start, end }) => text.slice(start, end)).join(', ')})`;
  const block = body.type === 'BlockStatement';
  const inner = block ? text.slice(body.start, body.end) : `(${text.slice(body.start, body.end)})`;
  const waits = node.async === true ? 'async ' : '';
  if (node.type === 'ArrowFunctionExpression') return `${waits}${given} => ${inner}`;
  // Code with `super` goes into an arrow function, which has the same one.
  if (/\bsuper\b/.test(inner)) return kind === 'generator' ? null : `${waits}${given} => ${inner}`;
  return `${waits}function${node.generator === true ? '*' : ''} ${given} ${inner}`;
}

/** Where to search for the arrow: behind the parameters and the return type. */
function lastParameterEnd(node: Node): number {
  const ends = nodesAt(node, 'params').map(({ end }) => end);
  return Math.max(node.start, ...ends, nodeAt(node, 'returnType')?.end ?? 0);
}
