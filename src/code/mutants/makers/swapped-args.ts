import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { type Draft, type Maker, replacing, shortText } from '../maker.ts';

/** Two adjacent arguments of similar form, swapped. */
export const swappedArgs: Maker = ({ node, table }) => {
  if (!table.calls.has(node.type)) return [];
  const args = node.child('arguments')?.parts ?? [];
  return args.slice(1).flatMap((second, at): Draft[] => {
    const first = args[at];
    if (!first || !alike(first, second)) return [];
    const edits = [replacing(first, second.text), replacing(second, first.text)];
    const description = `${shortText(first.text)} and ${shortText(second.text)} were swapped in ${shortText(node.text)}`;
    return [{ kind: 'SwappedArgs', about: node, edits, description }];
  });
};

const VALUES = /^(identifier|number|integer|float|string|member_expression|attribute|subscript_expression|subscript)$/;

/** Of one form, and not the same. */
const alike = (first: SyntaxNode, second: SyntaxNode): boolean =>
  first.type === second.type && VALUES.test(first.type) && first.text !== second.text;
