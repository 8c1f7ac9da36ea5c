import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { brief, type Draft, type Maker, replacing } from '../maker.ts';

/** Two neighbours of a call that look alike, in the wrong order. */
export const swappedArgs: Maker = ({ node, table }) => {
  if (!table.calls.has(node.type)) return [];
  const args = node.child('arguments')?.parts ?? [];
  return args.slice(1).flatMap((second, at): Draft[] => {
    const first = args[at];
    if (!first || !alike(first, second)) return [];
    const edits = [replacing(first, second.text), replacing(second, first.text)];
    const description = `${brief(first.text)} and ${brief(second.text)} were swapped in ${brief(node.text)}`;
    return [{ kind: 'SwappedArgs', about: node, edits, description }];
  });
};

const VALUES = /^(identifier|number|integer|float|string|member_expression|attribute|subscript_expression|subscript)$/;

/** Of one form, and not the same. */
const alike = (first: SyntaxNode, second: SyntaxNode): boolean =>
  first.type === second.type && VALUES.test(first.type) && first.text !== second.text;
