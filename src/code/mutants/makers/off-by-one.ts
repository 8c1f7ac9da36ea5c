import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { MutantTable } from '../language-table.ts';
import { type Draft, instead, type Maker, shortText } from '../maker.ts';

/** One too many, one too few: integers, and index expressions. */
export const offByOne: Maker = ({ node, table }) => [...literal(node, table), ...position(node, table)];

function literal(node: SyntaxNode, { integer, subscript }: MutantTable): Draft[] {
  if (node.type !== integer.type || !integer.shape.test(node.text)) return [];
  const suffix = node.text.endsWith('n') ? 'n' : '';
  const value = BigInt(node.text.replaceAll(/[_n]/g, ''));
  const made = (other: bigint): Draft =>
    instead('OffByOne', node, node, `${other}${suffix}`, `${node.text} became ${other}${suffix}`);
  const isPosition = node.parent?.type === subscript.type || node.parent?.type === 'slice' || isSliceArgument(node);
  return [made(value + 1n), ...(isPosition && value > 0n ? [made(value - 1n)] : [])];
}

const isSliceArgument = (node: SyntaxNode): boolean =>
  /(^|\.)(slice|substring|substr|at|charAt|charCodeAt|splice|range)$/.test(
    node.parent?.parent?.child('function')?.text ?? '',
  );

/** Names of counters; `table[key]` may be indexed by text. */
const COUNTER =
  /^(i|j|k|n|m|x|y|lo|hi|at|mid|middle|low|high|left|right|first|last|start|end|from|to|row|col|column|line|step|count|size|length)$|(index|idx|pos|position|offset|cursor)$/i;

function position(node: SyntaxNode, { subscript }: MutantTable): Draft[] {
  if (node.type !== subscript.type) return [];
  const index = node.child(subscript.field);
  if (index?.type !== 'identifier' || !COUNTER.test(index.text)) return [];
  const after = `${index.text} + 1`;
  return [instead('OffByOne', node, index, after, `${shortText(node.text)} is read one further on`)];
}
