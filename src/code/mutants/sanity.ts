import { parseText } from '../parse/parse-text.ts';
import type { SyntaxNode, SyntaxTree } from '../parse/syntax-tree.ts';
import { siteNameOf } from './find-sites.ts';
import type { MutantTable } from './language-table.ts';
import { tableFor } from './languages.ts';
import type { TextEdit } from './mutant.ts';

/** A change without effect: a comment at the end. Tests that fail on it would "kill" every mutant. */
export function neutralEdit(text: string, language: string): TextEdit {
  const { comment } = tableFor(language).words;
  return { start: text.length, end: text.length, replacement: `\n${comment('assay: nothing was changed')}\n` };
}

/** A file that fails as soon as it is loaded. Tests that pass on it do not load the file. */
export function failingFile(text: string, language: string): TextEdit {
  return { start: text.length, end: text.length, replacement: `\n${tableFor(language).words.fail}\n` };
}

/**
 * The function on that line, made to fail when called; null where the line is in no function with a body. Tests that
 * pass on it do not run the function, or ignore its result.
 */
export async function failingFunction(text: string, language: string, line: number): Promise<TextEdit | null> {
  const table = tableFor(language);
  const parsed = await parseText(text, table.grammar);
  const found = parsed.ok ? functionAt(parsed.tree, table, line) : undefined;
  const body = found?.child('body');
  if (!found || !body) return null;
  if (!table.blocks.has(body.type)) {
    const given = text.slice(body.start, body.end);
    return { start: body.start, end: body.end, replacement: `{ ${SURELY}${table.words.fail} return (${given}); }` };
  }
  const [first] = body.parts;
  if (body.type === 'statement_block') return insert(body.start + 1, ` ${SURELY}${table.words.fail}`);
  if (!first) return null;
  const sameLine = found.firstLine === first.firstLine;
  const indent = text.slice(parsed.ok ? parsed.tree.lineStart(first.start) : 0, first.start);
  return insert(first.start, sameLine ? `${table.words.fail}; ` : `${table.words.fail}\n${indent}`);
}

/** Always true, but a compiler does not know it: type checkers refuse code after a bare throw. */
const SURELY = 'if (Math.PI > 3) ';

const insert = (start: number, replacement: string): TextEdit => ({ start, end: start, replacement });

/** The innermost named function that the line is in; callbacks belong to the function around them. */
function functionAt(tree: SyntaxTree, table: MutantTable, line: number): SyntaxNode | undefined {
  let best: SyntaxNode | undefined;
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    if (!table.functions.has(node.type) || node.type === 'lambda' || siteNameOf(node, table) === undefined) continue;
    if (node.firstLine <= line && node.lastLine >= line) best = node;
  }
  return best;
}
