import { quoteWord } from '#code/shell-quote.ts';
import type { ShellNode } from '#code/shell-tree.ts';
import { isPlainWord, literalOf } from '#code/shell-words.ts';

/** The nodes of one word as source that stays one field, neither split nor globbed; null when that is not certain. */
export function oneField(nodes: readonly ShellNode[]): string | null {
  const parts: string[] = [];
  for (const node of nodes) {
    const part = fieldPart(node);
    if (part === null) return null;
    parts.push(part);
  }
  return parts.join('');
}

/** It is one field already, whatever the values in it are. */
export const isOneField = (nodes: readonly ShellNode[]): boolean => nodes.every(staysWhole);

function staysWhole(node: ShellNode): boolean {
  if (node.type === 'concatenation' || node.type === 'command_name') return node.children.every(staysWhole);
  if (node.type === 'string') return !/\$@|\$\{@/.test(node.text);
  if (node.type === 'raw_string' || node.type === 'number') return true;
  return node.type === 'word' && !/[*?[{~]/.test(node.text);
}

function fieldPart(node: ShellNode): string | null {
  const { type, text } = node;
  switch (type) {
    case 'string':
      return /\$@|\$\{@/.test(text) ? null : text;
    case 'raw_string':
      return text;
    case 'simple_expansion':
      return text === '$@' || text === '$*' ? null : `"${text}"`;
    case 'expansion':
      return /["'`\\]|^\$\{[@*]/.test(text) ? null : `"${text}"`;
    case 'command_substitution':
      return text.startsWith('`') && /["\\]/.test(text) ? null : `"${text}"`;
    case 'arithmetic_expansion':
      return /["'`]/.test(text) || !text.startsWith('$') ? null : `"${text}"`;
    case 'concatenation':
      return oneField(node.children);
    default:
      return plainPart(node);
  }
}

function plainPart(node: ShellNode): string | null {
  const literal = literalOf(node);
  if (literal === null) return null;
  // A tilde at the beginning still means the home folder.
  const home = /^~(?=\/|$)/.exec(node.text)?.[0] ?? '';
  const rest = literal.slice(home.length);
  if (rest === '') return home;
  return home + (isPlainWord(rest) ? rest : quoteWord(rest));
}
