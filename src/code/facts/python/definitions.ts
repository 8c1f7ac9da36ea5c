import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { inside } from '../../parse/walk.ts';
import { collectDefinitions } from '../collect-definitions.ts';
import type { Definition } from '../definition.ts';
import type { SymbolKind } from '../fact-types.ts';
import { exportedNames } from './exports.ts';
import { decoratorName, decoratorsOf, docOf, nameText } from './nodes.ts';
import { pythonParametersOf } from './parameters.ts';

type Unplaced = Omit<Definition, 'path'>;

export function readPythonDefinitions(tree: SyntaxTree): Definition[] {
  const listed = exportedNames(tree);
  return collectDefinitions(tree, (node, outer) => {
    const isPublic = (name: string): boolean => {
      if (outer) return outer.kind === 'class' && outer.exported && (!name.startsWith('_') || /^__.*__$/.test(name));
      return listed ? listed.has(name) : !name.startsWith('_');
    };
    if (node.type === 'function_definition' || node.type === 'class_definition')
      return defined(node, outer?.kind === 'class', isPublic);
    if (node.type === 'assignment') return assigned(node, outer, isPublic);
    return node.type === 'type_alias_statement' ? alias(node, isPublic) : [];
  });
}

function defined(node: SyntaxNode, inClass: boolean, isPublic: (name: string) => boolean): Unplaced[] {
  const nameNode = node.child('name');
  if (!nameNode) return [];
  const name = nameText(nameNode);
  const body = node.child('body');
  const decorators = decoratorsOf(node).map(decoratorName);
  const kind = node.type === 'class_definition' ? 'class' : functionKind(name, inClass, decorators);
  const modifiers = [
    ...(node.hasToken('async') ? ['async'] : []),
    ...(kind !== 'class' && body && yields(body) ? ['generator'] : []),
    ...decorators.map((decorator) => `@${decorator}`),
    ...(decorators.some((one) => /(^|\.)overload$/.test(one)) ? ['overload'] : []),
    ...(decorators.some((one) => /(^|\.)abstractmethod$/.test(one)) ? ['abstract'] : []),
  ];
  const whole = node.parent?.type === 'decorated_definition' ? node.parent : node;
  const parameters = kind === 'class' ? [] : pythonParametersOf(node.child('parameters'));
  return [
    { name, kind, whole, node, nameNode, body, modifiers, parameters, doc: docOf(body), exported: isPublic(name) },
  ];
}

function functionKind(name: string, inClass: boolean, decorators: readonly string[]): SymbolKind {
  if (!inClass) return 'function';
  if (name === '__init__') return 'constructor';
  if (decorators.some((one) => /(^|\.)(cached_property|property)$|\.getter$/.test(one))) return 'getter';
  return decorators.some((one) => /\.setter$/.test(one)) ? 'setter' : 'method';
}

/** Its own `yield` counts; that of a function inside it does not. */
export function yields(body: SyntaxNode): boolean {
  const own = ({ type }: SyntaxNode): boolean => type !== 'function_definition' && type !== 'lambda';
  for (const node of inside(body, own)) if (node.type === 'yield' && node.named) return true;
  return false;
}

/** Names of the file and of classes; a named lambda anywhere. */
function assigned(node: SyntaxNode, outer: Definition | undefined, isPublic: (name: string) => boolean): Unplaced[] {
  const left = node.child('left');
  const value = node.child('right');
  if (!left) return [];
  const lambda = value?.type === 'lambda';
  const top = !outer && node.parent?.parent?.parent === undefined;
  const inClass = outer?.kind === 'class' && node.parent?.parent?.id === outer.body?.id;
  if (!lambda && !top && !inClass) return [];
  const names = left.type === 'identifier' ? [left] : left.parts.filter(({ type }) => type === 'identifier');
  if (left.type !== 'identifier' && left.type !== 'pattern_list' && left.type !== 'tuple_pattern') return [];
  return names.map((nameNode) => {
    const name = nameText(nameNode);
    return {
      name,
      kind: lambda ? (inClass ? 'method' : 'function') : valueKind(name, inClass),
      whole: node.parent ?? node,
      node,
      nameNode,
      body: lambda ? value.child('body') : value,
      modifiers: lambda ? ['lambda'] : [],
      parameters: lambda ? pythonParametersOf(value.child('parameters')) : [],
      doc: undefined,
      exported: isPublic(name),
    };
  });
}

const valueKind = (name: string, inClass: boolean): SymbolKind => {
  if (inClass) return 'property';
  return /^_*[A-Z][A-Z\d_]*$/.test(name) ? 'constant' : 'variable';
};

function alias(node: SyntaxNode, isPublic: (name: string) => boolean): Unplaced[] {
  const nameNode = node.child('left');
  if (!nameNode) return [];
  const name = nameText(nameNode);
  const rest = { modifiers: [], parameters: [], doc: undefined, exported: isPublic(name) };
  return [{ name, kind: 'type', whole: node, node, nameNode, body: node.child('right'), ...rest }];
}
