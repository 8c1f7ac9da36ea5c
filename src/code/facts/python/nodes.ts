import type { SyntaxNode } from '../../parse/syntax-tree.ts';

/** Python normalises identifiers, so look-alike names are the same. */
export const nameText = (node: SyntaxNode): string => node.text.normalize('NFKC');

/** The text of a string, if nothing in it is computed. */
export function pythonStringValue(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'concatenated_string') {
    const parts = node.parts.map(pythonStringValue);
    return parts.some((part) => part === undefined) ? undefined : parts.join('');
  }
  if (node?.type !== 'string' || node.parts.some(({ type }) => type === 'interpolation')) return undefined;
  return node.parts
    .filter(({ type }) => type === 'string_content')
    .map(({ text }) => text)
    .join('');
}

/** The docstring of a body, if it begins with one. */
export function docstringOf(body: SyntaxNode | undefined): SyntaxNode | undefined {
  const first = body?.parts[0];
  const text = first?.type === 'expression_statement' ? first.parts[0] : undefined;
  return first && (text?.type === 'string' || text?.type === 'concatenated_string') ? first : undefined;
}

export const docOf = (body: SyntaxNode | undefined): string | undefined => {
  const text = pythonStringValue(docstringOf(body)?.parts[0])
    ?.split(/\r?\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return text === '' ? undefined : text;
};

/** The decorators of a definition, without their `@`. */
export function decoratorsOf(definition: SyntaxNode): SyntaxNode[] {
  const outer = definition.parent;
  if (outer?.type !== 'decorated_definition') return [];
  return outer.parts.filter(({ type }) => type === 'decorator').flatMap((one) => one.parts.slice(0, 1));
}

/** `pytest.mark.skip` of `pytest.mark.skip(reason="…")`. */
export const decoratorName = (decorator: SyntaxNode): string =>
  (decorator.type === 'call' ? (decorator.child('function') ?? decorator) : decorator).text.replace(/\s/g, '');
