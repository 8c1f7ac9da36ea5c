import type { ShellNode } from './shell-tree.ts';

/** One word as the shell splits them: adjacent nodes. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly nodes: readonly ShellNode[];
}

/** The node and everything under it, in text order. */
export function* walkShell(root: ShellNode): Generator<ShellNode> {
  const open: ShellNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    for (let i = node.children.length - 1; i >= 0; i -= 1) {
      const child = node.children[i];
      if (child) open.push(child);
    }
  }
}

/** The name and the arguments of a simple command; redirections and assignments before it are left out. */
export function commandWords(command: ShellNode): ShellWord[] {
  return joinWords(command.children.filter(({ field, type }) => field === 'argument' || type === 'command_name'));
}

/** Neighbours without a gap are one word, however the grammar split them. */
export function joinWords(nodes: readonly ShellNode[]): ShellWord[] {
  const words: ShellWord[] = [];
  for (const node of nodes) {
    const last = words.at(-1);
    if (last && last.end === node.start) {
      words[words.length - 1] = {
        start: last.start,
        end: node.end,
        text: last.text + node.text,
        nodes: [...last.nodes, node],
      };
    } else words.push({ start: node.start, end: node.end, text: node.text, nodes: [node] });
  }
  return words;
}

/** The value of a word before it runs, or null when part of it is only known then. Globs and `~` stay as they are. */
export function literalOf(word: ShellWord | ShellNode): string | null {
  if ('nodes' in word) return joinLiterals(word.nodes);
  const { type, text } = word;
  if (type === 'raw_string') return text.slice(1, -1);
  if (type === 'string') return stringLiteral(word);
  if (type === 'concatenation' || type === 'command_name') return joinLiterals(word.children);
  if (PLAIN.has(type)) return word.children.length === 0 ? withoutEscapes(text) : joinLiterals(word.children);
  return word.named ? null : text;
}

/** Not a glob, not a `~`, no quotes: it is taken literally. */
export const isPlainWord = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text);

const PLAIN: ReadonlySet<string> = new Set([
  'word',
  'number',
  'extglob_pattern',
  'regex',
  'test_operator',
  'variable_name',
]);

function joinLiterals(nodes: readonly ShellNode[]): string | null {
  const parts: string[] = [];
  for (const node of nodes) {
    const part = literalOf(node);
    if (part === null) return null;
    parts.push(part);
  }
  return parts.join('');
}

function stringLiteral(node: ShellNode): string | null {
  const dynamic = node.children.some(({ type, named }) => named && type !== 'string_content');
  if (dynamic || !node.text.endsWith('"') || node.text.length < 2) return null;
  return node.text.slice(1, -1).replace(/\\([$`"\\\n])/g, (_, char: string) => (char === '\n' ? '' : char));
}

const withoutEscapes = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_, char: string) => (char === '\n' ? '' : char));
