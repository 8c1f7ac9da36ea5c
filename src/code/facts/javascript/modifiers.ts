import { isComment, type SyntaxNode } from '../../parse/syntax-tree.ts';
import { previous } from '../../parse/walk.ts';

const WORDS = new Set(['async', 'static', 'abstract', 'override', 'readonly', 'declare', 'default', 'accessor']);

/** `holder` is the function that is the value of a named constant or field. */
export function modifiersOf(whole: SyntaxNode, node: SyntaxNode, holder: SyntaxNode | undefined): string[] {
  const found = new Set<string>();
  const parts = [whole, node, ...(holder ? [holder] : [])];
  for (const part of parts) {
    for (const child of part.children) {
      if (WORDS.has(child.type)) found.add(child.type);
      if (child.type === 'accessibility_modifier') found.add(child.text);
      if (child.type === 'override_modifier') found.add('override');
      if (child.type === 'decorator') found.add(`@${decoratorName(child)}`);
      if (child.type === '*') found.add('generator');
    }
    if (/^(abstract_method_signature|abstract_class_declaration)$/.test(part.type)) found.add('abstract');
    if (part.type === 'ambient_declaration') found.add('declare');
    if (part.type === 'generator_function') found.add('generator');
  }
  for (const decorator of decoratorsBefore(node)) found.add(`@${decoratorName(decorator)}`);
  const signature = node.type === 'function_signature' || node.type === 'method_signature';
  if (signature && !found.has('declare') && !/^(interface_body|object_type)$/.test(node.parent?.type ?? ''))
    found.add('overload');
  return [...found];
}

const decoratorName = (decorator: SyntaxNode): string =>
  decorator.text
    .slice(1)
    .replace(/[(<].*$/s, '')
    .trim();

/** In a class body, decorators of a method are siblings before it, not children. */
export function decoratorsBefore(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  if (node.parent?.type !== 'class_body') return found;
  for (let before = previous(node); before; before = previous(before)) {
    if (before.type === 'decorator') found.unshift(before);
    else if (!isComment(before)) break;
  }
  return found;
}
