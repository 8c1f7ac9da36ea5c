import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { commentsAbove } from '../definition.ts';

/** The comment right above: the last block, or all consecutive line comments. */
export function docAbove(node: SyntaxNode): string | undefined {
  const comments = commentsAbove(node);
  const last = comments.at(-1);
  if (!last) return undefined;
  if (last.text.startsWith('/*')) return clean(last.text.slice(2, -2));
  const lines = comments.slice(comments.findLastIndex(({ text }) => text.startsWith('/*')) + 1);
  return clean(lines.map(({ text }) => text.replace(/^\/\/+/, '')).join('\n'));
}

function clean(text: string): string | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*\*+\s?/, '').trim());
  return lines.join('\n').trim() || undefined;
}
