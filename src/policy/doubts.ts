import type { ShellNode, ShellTree } from '#code/shell-tree.ts';
import { walkShell } from '#code/shell-words.ts';

/** A substitution that the grammar did not parse in a text where a shell would run it; null when there is none. */
export function unopenedSubstitution(tree: ShellTree): string | null {
  const text = [...tree.text];
  // Offsets are in UTF-16 units, so the text is cut the same way.
  const units = text.length === tree.text.length ? text : tree.text.split('');
  for (const node of walkShell(tree.root)) {
    if (isRead(node)) units.fill(' ', node.start, node.end);
  }
  const left = units.join('').replace(/\\[\s\S]/g, '  ');
  return /`|\$\(/.test(left) ? 'it holds a substitution that cannot be read' : null;
}

/** Parts that were parsed themselves, or are not text to the shell. */
function isRead(node: ShellNode): boolean {
  const { type } = node;
  if (type === 'command_substitution' || type === 'comment' || type === 'ansi_c_string') return true;
  if (type === 'arithmetic_expansion') return !/`|\$\([^(]/.test(withoutSubstitutions(node));
  // Inside double quotes or a here-document, single quotes do not quote.
  if (type === 'raw_string') return !within(node, 'string', 'heredoc_body');
  return type === 'heredoc_body' && isQuotedHere(node);
}

const withoutSubstitutions = (node: ShellNode): string => {
  let { text } = node;
  for (const inner of walkShell(node)) {
    if (inner.type === 'command_substitution') text = text.replace(inner.text, '');
  }
  return text;
};

function within(node: ShellNode, ...types: readonly string[]): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (types.includes(at.type)) return true;
    // A substitution starts a new quoting context.
    if (at.type === 'command_substitution') return false;
  }
  return false;
}

const isQuotedHere = (body: ShellNode): boolean =>
  /['"\\]/.test(body.parent?.children.find(({ type }) => type === 'heredoc_start')?.text ?? '');

const SUMS: ReadonlySet<string> = new Set(['arithmetic_expansion', 'c_style_for_statement', 'subscript']);
const READS = /^(?:read|mapfile|readarray|getopts)$/;

/**
 * A shell evaluates a variable's value in arithmetic, and runs a substitution in it. So this finds arithmetic over
 * variables with an unknown value, or with one that contains a substitution.
 */
export function arithmeticDoubt(tree: ShellTree): string | null {
  const nodes = [...walkShell(tree.root)];
  if (nodes.some(({ type, text }) => type === 'expansion' && /@P\}$|^\$\{!/.test(text))) {
    return 'it expands a variable twice, which can run what the variable holds';
  }
  if (nodes.some(evaluatesText)) return 'it gives a builtin a text in which a substitution would run';
  const sums = nodes.some(isSum);
  const fed = nodes.some(isUnseen);
  return sums && fed ? 'it does sums with a text that can hold a command' : null;
}

const isSum = (node: ShellNode): boolean => {
  const { type, text } = node;
  if (type === 'test_operator') return /^-(?:eq|ne|lt|le|gt|ge|v)$/.test(text) && inDoubleBrackets(node);
  if (type === 'compound_statement') return text.startsWith('((');
  return SUMS.has(type) && /[A-Za-z_]/.test(text);
};

/** `test -v 'a[$(x)]'`, `printf -v`, `let`, `unset` and the like evaluate the subscript in a quoted word. */
function evaluatesText(node: ShellNode): boolean {
  const { type, text } = node;
  const names =
    (type === 'command' && /^\s*(?:let|test|unset|read|printf\s+-v)\b/.test(text)) ||
    type === 'test_command' ||
    type === 'unset_command' ||
    type === 'declaration_command';
  if (!names) return false;
  return [...walkShell(node)].some((inner) => inner.type === 'raw_string' && /\[.*(?:\$\(|`)/s.test(inner.text));
}

/** `[ a -gt b ]` requires numbers; `[[ a -gt b ]]` evaluates arithmetic. */
const inDoubleBrackets = (node: ShellNode): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'test_command') return at.text.startsWith('[[');
  return false;
};

function isUnseen(node: ShellNode): boolean {
  if (node.type === 'command_name') return READS.test(node.text);
  if (node.type !== 'variable_assignment') return false;
  const value = node.children.find(({ field }) => field === 'value');
  return (
    value !== undefined && (/`|\$\(|\$'|\\/.test(value.text) || value.type === 'array') && !/^\$\(\(/.test(value.text)
  );
}
