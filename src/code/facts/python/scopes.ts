import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import type { Declared, ScopeRules } from '../scopes.ts';
import { fromPythonStatement } from './imports.ts';
import { nameText } from './nodes.ts';

const COMPREHENSION = /^(list_comprehension|set_comprehension|dictionary_comprehension|generator_expression)$/;

export const pythonScopeRules: ScopeRules = {
  classNamesReachInside: false,
  opens(node) {
    if (node.type === 'function_definition' || (node.type === 'lambda' && node.named)) return 'function';
    if (node.type === 'class_definition') return 'class';
    return COMPREHENSION.test(node.type) ? 'block' : undefined;
  },
  declares,
  assigns(node) {
    if (node.type !== 'assignment') return undefined;
    const left = node.child('left');
    const value = node.child('right');
    return left?.type === 'identifier' && value ? { name: nameText(left), value } : undefined;
  },
};

function declares(node: SyntaxNode): readonly Declared[] {
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement':
      return fromPythonStatement(node).flatMap(({ local, module, name }) =>
        local === undefined
          ? []
          : [{ name: local, kind: 'import' as const, node, where: 'function' as const, module, imported: name }],
      );
    case 'function_definition':
      return named(node, 'function');
    case 'class_definition':
      return named(node, 'class');
    case 'parameters':
    case 'lambda_parameters':
      return node.parts.flatMap(parameter);
    case 'assignment':
      return isGlobal(node) ? [] : assigned(node);
    case 'for_statement':
    case 'for_in_clause':
      return targets(node.child('left'), node, node.type === 'for_statement' ? 'function' : 'around');
    case 'as_pattern':
      return withTarget(node);
    case 'named_expression':
      return targets(node.child('name'), node, 'function', node.child('value'));
    default:
      return [];
  }
}

function named(node: SyntaxNode, kind: 'function' | 'class'): Declared[] {
  const name = node.child('name');
  return name ? [{ name: nameText(name), kind, node, where: 'around' }] : [];
}

function parameter(node: SyntaxNode): Declared[] {
  const named = node.child('name') ?? (node.type === 'typed_parameter' ? node.parts[0] : node);
  const name = named && /splat/.test(named.type) ? named.parts[0] : named;
  const type = node.child('type');
  if (name?.type !== 'identifier') return [];
  return [{ name: nameText(name), kind: 'parameter', node, where: 'around', ...(type ? { type } : {}) }];
}

function assigned(node: SyntaxNode): Declared[] {
  const type = node.child('type');
  const left = node.child('left');
  const whole = left?.type === 'identifier' ? node.child('right') : undefined;
  return targets(left, node, 'function', whole).map((one) => ({ ...one, ...(type ? { type } : {}) }));
}

/** `with open(x) as f` binds f to what `open` returns. */
function withTarget(node: SyntaxNode): Declared[] {
  const alias = node.child('alias') ?? (node.parts.at(-1)?.type === 'identifier' ? node.parts.at(-1) : undefined);
  return targets(alias, node, 'function', node.parts[0]);
}

function targets(
  target: SyntaxNode | undefined,
  node: SyntaxNode,
  where: 'function' | 'around',
  value?: SyntaxNode,
): Declared[] {
  if (!target) return [];
  const stays = ({ type }: SyntaxNode): boolean => type !== 'attribute' && type !== 'subscript' && type !== 'call';
  const found = target.type === 'identifier' ? [target] : stays(target) ? [...inside(target, stays)] : [];
  return found
    .filter(({ type }) => type === 'identifier')
    .map((one) => ({ name: nameText(one), kind: 'variable', node, where, ...(value ? { value } : {}) }));
}

/** Declared `global`, it is not a name of this function. */
function isGlobal(node: SyntaxNode): boolean {
  const left = node.child('left');
  if (left?.type !== 'identifier') return false;
  let block = node.parent;
  while (block && block.type !== 'function_definition' && block.parent) block = block.parent;
  const body = block?.type === 'function_definition' ? block.child('body') : undefined;
  return (body?.parts ?? []).some(
    ({ type, parts }) => /^(global|nonlocal)_statement$/.test(type) && parts.some(({ text }) => text === left.text),
  );
}
