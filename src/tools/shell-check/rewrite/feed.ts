import type { ShellNode } from '#code/shell-tree.ts';
import { commandWords, literalOf } from '#code/shell-words.ts';
import type { Edit, Script } from '../found.ts';
import { oneField } from './one-field.ts';
import { wholeStatement } from './place.ts';

/** Builtins that change the shell they run in, which the end of a pipe is not. */
const STATEFUL: ReadonlySet<string> = new Set(
  `. alias bg break builtin cd command continue declare dirs disown enable eval exec exit export fg getopts hash jobs let
   local mapfile popd printf pushd read readarray readonly return set shift shopt source trap type typeset ulimit umask
   unalias unset wait`.split(/\s+/),
);

/** The statement a redirection belongs to, when its command may as well read from a pipe. */
export function pipeable(redirect: ShellNode, script: Script): ShellNode | null {
  const { parent } = redirect;
  const command =
    parent?.type === 'redirected_statement' ? parent.children.find(({ field }) => field === 'body') : parent;
  if (command?.type !== 'command') return null;
  const [name] = commandWords(command);
  const literal = name ? literalOf(name) : null;
  if (literal === null || STATEFUL.has(literal) || script.functions.has(literal)) return null;
  const statement = wholeStatement(command);
  const piped = statement.parent?.type === 'pipeline' && statement.parent.children[0] !== statement;
  const inputs = [...statement.children, ...command.children].filter(
    ({ type, text }) => type.endsWith('_redirect') && /^0?</.test(text),
  );
  return piped || new Set(inputs).size > 1 ? null : statement;
}

/** `command <<< word`: a pipe for a program, a here-document for what changes the shell itself. */
export function feedString(redirect: ShellNode, script: Script): readonly Edit[] | null {
  const words = redirect.children.filter(({ type }) => type !== '<<<' && type !== 'file_descriptor');
  if (redirect.children[0]?.type !== '<<<' || words.length === 0) return null;
  const statement = pipeable(redirect, script);
  const field = oneField(words);
  if (statement && field !== null) {
    return [
      { start: statement.start, end: statement.start, text: `printf '%s\\n' ${field} | ` },
      removal(redirect, script.text),
    ];
  }
  return hereDocument(redirect, words, script);
}

/** The redirection with the blank before it. */
export function removal(redirect: ShellNode, text: string): Edit {
  let start = redirect.start;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? '')) start -= 1;
  return { start, end: redirect.end, text: '' };
}

/** The document begins on the next line, so the statement has to end its own: at a `;`, a newline or the end. */
function hereDocument(
  redirect: ShellNode,
  words: readonly ShellNode[],
  { text, hereDocuments }: Script,
): readonly Edit[] | null {
  const body = hereText(words);
  const statement = redirect.parent?.parent?.type === 'redirected_statement' ? redirect.parent.parent : redirect.parent;
  if (body === null || !statement) return null;
  const [separator = ''] = /^[ \t]*(?:;(?![;&])[ \t]*)?/.exec(text.slice(statement.end)) ?? [];
  const next = text[statement.end + separator.length];
  const ends = next === undefined || next === '\n';
  if (!separator.includes(';') && !ends) return null;
  if (isEnclosed(redirect)) return null;
  const lineStart = text.lastIndexOf('\n', redirect.start);
  const lineEnd = statement.end + separator.length;
  if (hereDocuments.some(({ start, end }) => start < lineEnd && end > lineStart)) return null;
  let mark = 'EOF';
  while (body.includes(mark)) mark += '_';
  const after = { start: statement.end, end: statement.end + separator.length };
  return [
    { start: redirect.start, end: redirect.end, text: `<<${mark}` },
    { ...after, text: `\n${body}\n${mark}${ends ? '' : '\n'}` },
  ];
}

/** A document that began inside one of these would end outside of it. */
const ENCLOSING: ReadonlySet<string> = new Set([
  'string',
  'raw_string',
  'command_substitution',
  'process_substitution',
  'expansion',
  'heredoc_body',
  'ansi_c_string',
]);

function isEnclosed(redirect: ShellNode): boolean {
  for (let at = redirect.parent; at; at = at.parent) if (ENCLOSING.has(at.type)) return true;
  return false;
}

/** The word as the text of a here-document, where only $, ` and \ are special. */
function hereText(nodes: readonly ShellNode[]): string | null {
  const parts: string[] = [];
  for (const node of nodes) {
    if (node.type === 'string') {
      if (node.children.some(({ type, text }) => type.endsWith('expansion') && /["']|[@*]/.test(text))) return null;
      parts.push(node.text.slice(1, -1).replace(/\\([\s\S])/g, (pair, char: string) => (char === '"' ? '"' : pair)));
    } else if (node.type === 'concatenation') {
      const inner = hereText(node.children);
      if (inner === null) return null;
      parts.push(inner);
    } else if (node.type.endsWith('expansion') || node.type === 'command_substitution') {
      if (/["'`@*\n]/.test(node.text)) return null;
      parts.push(node.text);
    } else {
      const literal = literalOf(node);
      if (literal === null || node.text.startsWith('~')) return null;
      parts.push(literal.replace(/[\\$`]/g, '\\$&'));
    }
  }
  return parts.join('');
}
