import type { LineRange } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

/** A value as it is spelled in a text. */
export interface Literal {
  readonly kind: 'text' | 'number';
  readonly value: string;
  readonly line: number;
}

/**
 * Values that a text compares or looks up inputs with: operands of a comparison, a case, the key of a table. Only those
 * that look like data; a plain word is usually a name of the project's own. Pure.
 */
export async function lookedUp(
  text: string,
  grammar: string,
  lines: readonly LineRange[] | undefined,
): Promise<Literal[]> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) return [];
  const found = new Map<string, Literal>();
  const visit = (node: SyntaxNode): void => {
    const literal = literalOf(node);
    if (literal === null) {
      for (const part of node.parts) visit(part);
      return;
    }
    const { line } = literal;
    const isAdded = lines === undefined || lines.some(({ first, last }) => first <= line && last >= line);
    if (isAdded && isData(literal) && isLookup(node)) found.set(literal.value, literal);
  };
  visit(parsed.tree.root);
  return [...found.values()];
}

const TEXTS = /^(string|template_string|interpreted_string_literal|raw_string_literal|string_literal)$/;
const NUMBERS = /^(number|integer|float|int_literal|float_literal|integer_literal)$/;

function literalOf(node: SyntaxNode): Literal | null {
  const line = node.firstLine;
  if (NUMBERS.test(node.type)) return { kind: 'number', value: node.text, line };
  if (!TEXTS.test(node.type)) return null;
  const [, , value] = /^[A-Za-z]*("""|'''|["'`])([\s\S]*)\1$/.exec(node.text) ?? [];
  return { kind: 'text', value: value ?? '', line };
}

function isData({ kind, value }: Literal): boolean {
  if (kind === 'number') return /^\d{3,}$/.test(value);
  return value.length > 1 && value.length <= 200 && !/[\\\n]|\$\{/.test(value) && /\d|\S\s|\s\S/.test(value);
}

const HOLDERS =
  /^(tuple|array|list|set|parenthesized_expression|expression_list|literal_element|tuple_expression|array_expression|case_pattern|match_pattern|or_pattern|tuple_pattern)$/;

function isLookup(literal: SyntaxNode): boolean {
  let at = literal;
  for (let parent = at.parent; parent; parent = at.parent) {
    if (/^(binary_expression|comparison_operator)$/.test(parent.type))
      return ['==', '===', '!=', '!==', 'in', 'not in'].some((token) => parent.hasToken(token));
    if (parent.type === 'pair' || parent.type === 'keyed_element') return parent.parts[0]?.id === at.id;
    if (/^(switch_case|case_clause|expression_case|match_arm)$/.test(parent.type)) return parent.parts[0]?.id === at.id;
    if (/^(subscript|subscript_expression|index_expression)$/.test(parent.type)) return isAssigned(parent);
    if (isEntry(at, parent)) return true;
    if (!HOLDERS.test(parent.type)) return false;
    at = parent;
  }
  return false;
}

/** `answers['…'] = …` */
const isAssigned = (node: SyntaxNode): boolean =>
  /^assignment/.test(node.parent?.type ?? '') && node.parent?.parts[0]?.id === node.id;

/** `new Map([['…', 1]])`, `answers.set('…', 1)` */
function isEntry(at: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.parts[0]?.id !== at.id || parent.parts.length !== 2) return false;
  if (/^(array|tuple)$/.test(parent.type)) return /^(array|list)$/.test(parent.parent?.type ?? '');
  if (!/^(arguments|argument_list)$/.test(parent.type)) return false;
  return /\.(set|insert)$/.test(parent.parent?.parts[0]?.text ?? '');
}
