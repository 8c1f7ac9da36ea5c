import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { ChainRules } from './language.ts';

/** A callee as a chain: `expect(x).not.toBe` is the root `expect` and `().not.toBe`. */
export interface Chain {
  readonly root: SyntaxNode;
  readonly kind: 'name' | 'self' | 'other';
  readonly name: string;
  /** What follows the root, from left to right: `.push`, `()`, `[]`. */
  readonly steps: readonly string[];
}

/** A chain of ten thousand calls would be reported ten thousand times; beyond this, steps at the front are left out. */
const MOST_STEPS = 24;

export function readChain(callee: SyntaxNode, rules: ChainRules): Chain {
  const steps: string[] = [];
  let node = callee;
  for (let step = rules.step(node); step; step = rules.step(node)) {
    if (step.leaves !== '') steps.push(step.leaves);
    node = step.inner;
    if (steps.length > MOST_STEPS) return { root: node, kind: 'other', name: '…', steps: steps.reverse() };
  }
  const { kind, name } = rules.root(node);
  return { root: node, kind, name, steps: steps.reverse() };
}

export const chainText = ({ name, kind, steps }: Chain): string => `${kind === 'other' ? '…' : name}${steps.join('')}`;
