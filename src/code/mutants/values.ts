import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { MutantTable } from './language-table.ts';
import { functionAround, operationsOf, unwrapped } from './syntax.ts';

/** A value that is the same on repeated reads: a name, a literal, a length. */
export const sameValue = (node: SyntaxNode): boolean =>
  /^(identifier|number|integer|float|string)$/.test(node.type) || /^[A-Za-z_$][\w$]*\.length$/.test(node.text);

/** Known from the text to be a number: by its form or its declared type. */
export function isNumber(node: SyntaxNode, table: MutantTable): boolean {
  const inner = unwrapped(node);
  if (/^(number|integer|float)$/.test(inner.type) || /^[A-Za-z_$][\w$]*\.length$/.test(inner.text)) return true;
  if (table.binary.has(inner.type))
    return operationsOf(inner).every(
      ({ left, operator, right }) => /^[-*/%]$/.test(operator.text) && isNumber(left, table) && isNumber(right, table),
    );
  return inner.type === 'identifier' && isDeclaredNumber(inner, table);
}

/** A parameter of the enclosing function with `: number`, `: int` or `: float`. */
function isDeclaredNumber(name: SyntaxNode, table: MutantTable): boolean {
  const parameters = functionAround(name, table)?.child('parameters')?.parts ?? [];
  return parameters.some((parameter) => {
    const called = parameter.child('pattern') ?? parameter.child('name') ?? parameter.parts[0];
    const type = parameter.child('type')?.text.replace(/^:\s*/, '') ?? '';
    return called?.text === name.text && /^(number|int|float)$/.test(type) && parameter.type !== 'optional_parameter';
  });
}
