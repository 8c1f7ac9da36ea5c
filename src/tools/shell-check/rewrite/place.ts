import type { ShellNode } from '#code/shell-tree.ts';
import type { Condition } from './double-bracket.ts';

/** Whether a status other than 0 is checked right here and cannot end the script (`set -e`). */
export function isConditionPlace(node: ShellNode): boolean {
  const statement = wholeStatement(node);
  const { parent } = statement;
  if (!parent) return false;
  if (parent.type === 'negated_command') return true;
  if (parent.type === 'list') return parent.children.at(-1) !== statement || isConditionPlace(parent);
  return statement.field === 'condition' && (parent.type === 'while_statement' || parent.type === 'if_statement');
}

/** Something follows in the same sequence, so that its status is not the status of the whole. */
export function isFollowed(node: ShellNode): boolean {
  const { parent } = wholeStatement(node);
  if (!parent || !SEQUENCES.has(parent.type)) return false;
  const after = parent.children.filter(
    (sibling) => sibling.start >= node.end && sibling.named && !NOT_STATEMENTS.has(sibling.type),
  );
  return after.length > 0;
}

/** The command together with its redirections. */
export const wholeStatement = (node: ShellNode): ShellNode =>
  node.parent?.type === 'redirected_statement' && node.field === 'body' ? node.parent : node;

/**
 * A condition where `node` stood. The failure of a list or of a `!` does not count for `set -e`; that of a subshell
 * does, as that of `[[ ]]` did.
 */
export function placed({ text, atom }: Condition, node: ShellNode): string {
  const negated = text.startsWith('! ');
  if (atom && !negated) return text;
  if (!isConditionPlace(node)) return `( ${text} )`;
  const { parent, field } = wholeStatement(node);
  const apart =
    wholeStatement(node) === node && (field === 'condition' || (atom && parent?.type !== 'negated_command'));
  return apart ? text : `{ ${text}; }`;
}

const SEQUENCES: ReadonlySet<string> = new Set([
  'program',
  'do_group',
  'compound_statement',
  'subshell',
  'if_statement',
  'else_clause',
  'elif_clause',
  'case_item',
]);
const NOT_STATEMENTS: ReadonlySet<string> = new Set(['comment', 'elif_clause', 'else_clause', 'heredoc_body']);
