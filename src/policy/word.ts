import type { ShellNode } from '#code/shell-tree.ts';
import { literalOf, type ShellWord } from '#code/shell-words.ts';
import type { CommandWord } from '#contracts/policy.ts';

/** A word of the parsed line: its certain part, and what only the shell will know. */
export function wordOf(word: ShellWord | ShellNode): CommandWord {
  const pieces = 'nodes' in word ? word.nodes.flatMap((node) => piecesOf(node)) : piecesOf(word);
  const bare = pieces.map((piece) => (piece.type === 'bare' ? piece.raw : '\0')).join('');
  const globs = GLOB.test(bare) || BRACES.test(bare);
  const hole = pieces.some(({ type }) => type === 'one' || type === 'many');
  const value = hole || globs ? null : pieces.map(textOf).join('');
  return {
    text: word.text,
    value,
    prefix: value ?? knownStart(pieces),
    many: globs || pieces.some(({ type }) => type === 'many'),
  };
}

/** A word that is exactly this. */
export const knownWord = (value: string): CommandWord => ({ text: value, value, prefix: value, many: false });

/** Words that come from outside of the line. */
export const anyWords = (text: string): CommandWord => ({ text, value: null, prefix: '', many: true });

export const anyWord = (text: string): CommandWord => ({ text, value: null, prefix: '', many: false });

/** Whether it could be an option, so that its effect depends on its value. */
export const mayBeOption = ({ value, prefix }: CommandWord): boolean =>
  value === null ? prefix === '' || prefix.startsWith('-') : value.startsWith('-');

type Piece =
  | { readonly type: 'quoted'; readonly text: string }
  /** Unquoted: the shell may still expand it. In `raw`, escaped characters are blanked out. */
  | { readonly type: 'bare'; readonly text: string; readonly raw: string }
  | { readonly type: 'one' | 'many'; readonly known: string };

const GLOB = /[*?]|\[[^\]]*\]|[@!+]\(/;
const BRACES = /\{[^{}]*(?:,|\.\.)[^{}]*\}/;
const PLAIN: ReadonlySet<string> = new Set(['word', 'number', 'regex', 'test_operator', 'variable_name']);

const textOf = (piece: Piece): string => ('text' in piece ? piece.text : '');

function piecesOf(node: ShellNode): Piece[] {
  const { type, text, named, children } = node;
  if (type === 'raw_string') return [{ type: 'quoted', text: text.slice(1, -1) }];
  if (type === 'string') return [stringPiece(node)];
  // Its escapes are a language of their own; without any it is plain text.
  if (type === 'ansi_c_string') {
    return [text.includes('\\') ? { type: 'one', known: '' } : { type: 'quoted', text: text.slice(2, -1) }];
  }
  if (type === 'concatenation' || type === 'command_name') return children.flatMap(piecesOf);
  if (PLAIN.has(type) && children.length === 0) return [barePiece(text)];
  if (type === 'process_substitution') return [{ type: 'one', known: '/dev/fd/' }];
  if (type === 'arithmetic_expansion') return [{ type: 'one', known: '' }];
  // `$` before a string asks for its translation.
  if (named || text === '$') return [{ type: 'many', known: '' }];
  return [barePiece(text)];
}

const barePiece = (text: string): Piece => ({
  type: 'bare',
  text: text.replace(/\\([\s\S])/g, (_, char: string) => (char === '\n' ? '' : char)),
  raw: text.replace(/\\[\s\S]/g, '\0'),
});

function stringPiece(node: ShellNode): Piece {
  const text = literalOf(node);
  if (text !== null) return { type: 'quoted', text };
  const hole = node.children.find(({ type, named }) => named && type !== 'string_content');
  const known = hole ? node.text.slice(1, hole.start - node.start) : '';
  const spreads = /\$@|\$\{[^}]*[@*]/.test(node.text);
  return { type: spreads ? 'many' : 'one', known: /[\\`$]/.test(known) ? '' : known };
}

function knownStart(pieces: readonly Piece[]): string {
  let known = '';
  for (const piece of pieces) {
    if (piece.type === 'one' || piece.type === 'many') return known + piece.known;
    if (piece.type === 'bare') {
      const at = piece.raw.search(/[*?[{@!+]/);
      if (at >= 0) return piece.raw.includes('\0') ? known : known + piece.raw.slice(0, at);
    }
    known += textOf(piece);
  }
  return known;
}
