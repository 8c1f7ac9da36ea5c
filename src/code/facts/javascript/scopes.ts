import type { SyntaxNode } from '../../parse/syntax-tree.ts';
import type { ImportFact } from '../fact-types.ts';
import type { Declared, ScopeRules } from '../scopes.ts';
import { fromDeclarator, fromJavascriptStatement } from './imports.ts';
import { isClassNode, isFunctionSyntax, patternNames } from './nodes.ts';

const BLOCKS = /^(statement_block|for_statement|for_in_statement|catch_clause|switch_body|class_static_block)$/;

export const javascriptScopeRules: ScopeRules = {
  classNamesReachInside: true,
  opens(node) {
    if (isFunctionSyntax(node)) return 'function';
    if (isClassNode(node)) return 'class';
    if (node.type === 'internal_module') return 'function';
    return BLOCKS.test(node.type) ? 'block' : undefined;
  },
  declares,
  assigns(node) {
    if (node.type !== 'assignment_expression') return undefined;
    const left = node.child('left');
    const value = node.child('right');
    return left?.type === 'identifier' && value ? { name: left.text, value } : undefined;
  },
};

function declares(node: SyntaxNode): readonly Declared[] {
  switch (node.type) {
    case 'import_statement':
      return fromJavascriptStatement(node).flatMap((fact) => imported(fact, node));
    case 'variable_declarator':
      return variables(node);
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'function_signature':
      return named(node, 'function', 'around');
    case 'function_expression':
    case 'generator_function':
      return [...named(node, 'function', 'inside'), ...single(node)];
    case 'arrow_function':
      return single(node);
    case 'class_declaration':
    case 'abstract_class_declaration':
    case 'enum_declaration':
    case 'internal_module':
      return named(node, 'class', 'around');
    case 'class':
      return named(node, 'class', 'inside');
    case 'formal_parameters':
      return node.parts.flatMap(parameter);
    case 'catch_clause':
      return patterns(node.child('parameter'), { node, kind: 'variable', where: 'inside' });
    case 'for_in_statement': {
      if (!node.child('kind')) return [];
      return patterns(node.child('left'), { node, kind: 'variable', where: 'inside' });
    }
    default:
      return [];
  }
}

type Common = Omit<Declared, 'name'>;

const imported = ({ local, module, name }: ImportFact, node: SyntaxNode): Declared[] =>
  local === undefined ? [] : [{ name: local, kind: 'import', node, where: 'file', module, imported: name }];

function variables(node: SyntaxNode): Declared[] {
  const where = node.parent?.type === 'variable_declaration' ? 'function' : 'around';
  const loaded = fromDeclarator(node);
  if (loaded.length > 0) return loaded.flatMap((fact) => imported(fact, node)).map((one) => ({ ...one, where }));
  const value = node.child('value');
  const type = node.child('type');
  const rest = { ...(value ? { value } : {}), ...(type ? { type } : {}) };
  return patterns(node.child('name'), { node, kind: 'variable', where, ...rest });
}

function named(node: SyntaxNode, kind: 'function' | 'class', where: 'around' | 'inside'): Declared[] {
  const name = node.child('name');
  return name ? [{ name: name.text, kind, node, where }] : [];
}

/** `x => …`: the only parameter without parentheses. */
const single = (node: SyntaxNode): Declared[] =>
  patterns(node.child('parameter'), { node, kind: 'parameter', where: 'inside' });

function parameter(node: SyntaxNode): Declared[] {
  const type = node.child('type');
  return patterns(node.child('pattern') ?? node, {
    node,
    kind: 'parameter',
    where: 'around',
    ...(type ? { type } : {}),
  });
}

function patterns(pattern: SyntaxNode | undefined, common: Common): Declared[] {
  if (!pattern) return [];
  return [...patternNames(pattern)].map(({ name, member }) => ({
    ...common,
    name,
    ...(member === undefined ? {} : { member }),
  }));
}
