import type { LineRange } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { Literal } from './looked-up.ts';

/**
 * Words that added lines search their inputs for: in a regular expression, or by `includes`, `startswith`, `HasPrefix`
 * and the like. A condition on a piece of the tests' inputs is a table of them, too. Pure.
 */
export async function fragments(
  text: string,
  grammar: string,
  lines: readonly LineRange[] | undefined,
): Promise<Literal[]> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) return [];
  const found = new Map<string, Literal>();
  const visit = (node: SyntaxNode): void => {
    const searched = searchedFor(node);
    if (searched === null) {
      for (const part of node.parts) visit(part);
      return;
    }
    const line = node.firstLine;
    if (lines !== undefined && !lines.some(({ first, last }) => first <= line && last >= line)) return;
    for (const [value] of searched.matchAll(WORD)) found.set(value, { kind: 'text', value, line });
  };
  visit(parsed.tree.root);
  return [...found.values()];
}

/** Shorter ones occur by chance. */
const WORD = /(?<![\w-])(?=[\w-]{4})(?=\w*[A-Za-z])\w+(?:-\w+)*/g;
const TEXTS = /^(string|template_string|interpreted_string_literal|raw_string_literal|string_literal)$/;
const CALLS = /^(call|call_expression)$/;
const LISTS = /^(arguments|argument_list|tuple)$/;
const SEARCHES =
  /(^|\.)(includes|startsWith|endsWith|indexOf|lastIndexOf|startswith|endswith|contains|starts_with|ends_with|Contains|HasPrefix|HasSuffix|Index)$/;
const EXPRESSIONS = /(^|\.)re\.\w+$/;

/** What it is that the input is searched for; null for any other node. */
function searchedFor(node: SyntaxNode): string | null {
  if (node.type === 'regex') return words(node.text);
  if (!TEXTS.test(node.type)) return null;
  let at = node;
  while (at.parent && LISTS.test(at.parent.type)) at = at.parent;
  const { parent } = at;
  if (!parent) return null;
  const inText = parent.type === 'comparison_operator' && parent.hasToken('in') && parent.parts[0]?.id === at.id;
  if (inText) return node.text;
  if (!CALLS.test(parent.type)) return null;
  const callee = parent.parts[0]?.text ?? '';
  return EXPRESSIONS.test(callee) ? words(node.text) : SEARCHES.test(callee) ? node.text : null;
}

/** Without what a regular expression says of characters. */
const words = (expression: string): string =>
  expression.replaceAll(/\\[a-zA-Z]|\\u[\da-fA-F]{4}|\[[^\]]*\]|\(\?[<:=!a-z]*/g, ' ');
