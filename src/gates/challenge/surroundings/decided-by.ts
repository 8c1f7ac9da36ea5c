import { isFunctionNode, type Node, nodeAt, textAt } from '../observe/syntax-javascript.ts';
import type { CodeLook } from './look.ts';

/** The code that is decided by it, where it is in a condition. */
export function decidedBy(node: Node, above: readonly Node[]): Pick<CodeLook, 'decides' | 'condition'> {
  const decided = ({ start, end }: Node) => ({ decides: true, condition: { start, end } });
  let at = node;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent || isFunctionNode(parent)) break;
    if (nodeAt(parent, 'test') === at) return decided(at);
    if (nodeAt(parent, 'discriminant') === at) return { decides: true };
    if (
      parent.type === 'LogicalExpression' &&
      nodeAt(parent, 'left') === at &&
      textAt(parent, 'operator') !== '??' &&
      !isTested(parent, above.slice(0, n))
    )
      return decided(at);
    if (
      parent.type === 'BinaryExpression' &&
      /^[<>!=]/.test(textAt(parent, 'operator')) &&
      !isTested(parent, above.slice(0, n))
    )
      return decided(parent);
    at = parent;
  }
  return { decides: false };
}

/** It is part of a larger condition. */
const isTested = (node: Node, above: readonly Node[]): boolean => {
  let at = node;
  for (let n = above.length - 1; n >= 0; n -= 1) {
    const parent = above[n];
    if (!parent || isFunctionNode(parent)) return false;
    if (nodeAt(parent, 'test') === at) return true;
    if (!/^(Logical|Binary|Unary|Parenthesized)Expression$/.test(parent.type)) return false;
    at = parent;
  }
  return false;
};
