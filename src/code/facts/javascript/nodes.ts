import type { SyntaxNode } from '../../parse/syntax-tree.ts';

const FUNCTION =
  /^(function_declaration|generator_function_declaration|function_expression|generator_function|arrow_function|method_definition)$/;
export const isFunctionSyntax = (node: SyntaxNode): boolean => FUNCTION.test(node.type);

export const isClassNode = (node: SyntaxNode): boolean =>
  node.type === 'class_declaration' || node.type === 'abstract_class_declaration' || node.type === 'class';

const WRAPPER = /^(parenthesized_expression|as_expression|satisfies_expression|type_assertion|non_null_expression)$/;

/** Without parentheses and type assertions around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (WRAPPER.test(inner.type)) {
    const next = inner.type === 'type_assertion' ? inner.parts.at(-1) : inner.parts[0];
    if (!next) break;
    inner = next;
  }
  return inner;
}

/** The text of a string without its quotes, if nothing in it is computed. */
export function javascriptStringValue(node: SyntaxNode | undefined): string | undefined {
  if (!node) return undefined;
  const whole = node.type === 'string' || (node.type === 'template_string' && !hasSubstitution(node));
  return whole ? unescaped(node.text.slice(1, -1)) : undefined;
}

export const hasSubstitution = (node: SyntaxNode): boolean =>
  node.parts.some(({ type }) => type === 'template_substitution');

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|\r?\n|(.))/gis, (whole, ...groups) => {
    const [long, four, two, letter] = groups;
    const code = Number.parseInt(long ?? four ?? two ?? '', 16);
    if (!Number.isNaN(code)) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    return letter === undefined ? '' : (ESCAPES[letter] ?? letter);
  });
}

/** Names that a pattern gives to parts of a value; `member` is the part, if it has a name. */
export function* patternNames(pattern: SyntaxNode): Generator<{ node: SyntaxNode; name: string; member?: string }> {
  const open: { node: SyntaxNode; member?: string | undefined }[] = [{ node: pattern }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node, member } = visit;
    const named = member === undefined ? {} : { member };
    if (node.type === 'identifier') yield { node, name: node.text, ...named };
    else if (node.type === 'shorthand_property_identifier_pattern')
      yield { node, name: node.text, member: member === undefined ? node.text : `${member}.${node.text}` };
    else if (node.type === 'assignment_pattern' || node.type === 'object_assignment_pattern') {
      const left = node.child('left');
      if (left) open.push({ node: left, member });
    } else if (node.type === 'pair_pattern') {
      const key = node.child('key')?.text;
      const value = node.child('value');
      if (value) open.push({ node: value, member: [member, key].filter(Boolean).join('.') });
    } else if (/^(object_pattern|array_pattern|rest_pattern)$/.test(node.type)) {
      const inner = node.type === 'object_pattern' ? member : undefined;
      for (const part of node.parts.toReversed()) open.push({ node: part, member: inner });
    }
  }
}
