import type { SyntaxNode, SyntaxTree } from '../../parse/syntax-tree.ts';
import { collectDefinitions, type EnclosingDefinition } from '../collect-definitions.ts';
import type { Definition } from '../definition.ts';
import type { SymbolKind } from '../fact-types.ts';
import { docAbove } from './doc.ts';
import { readJavascriptExports } from './exports.ts';
import { modifiersOf } from './modifiers.ts';
import { bare, isClassNode, isFunctionSyntax, patternNames } from './nodes.ts';
import { javascriptParametersOf } from './parameters.ts';

export function readJavascriptDefinitions(tree: SyntaxTree): Definition[] {
  const exported = new Set(
    readJavascriptExports(tree).flatMap(({ local, from }) => (local === undefined || from ? [] : [local])),
  );
  return collectDefinitions(tree, (node, outer) => {
    const found = foundAt(node);
    return found.map(({ name, kind, nameNode, body, holder }) => {
      const whole = wholeOf(node);
      const modifiers = modifiersOf(whole, node, holder);
      return {
        name,
        kind,
        whole,
        node,
        nameNode,
        body,
        modifiers,
        parameters: javascriptParametersOf(holder ?? node),
        doc: docAbove(whole),
        exported: isExported(name, whole, modifiers, outer, exported),
      };
    });
  });
}

interface Seen {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameNode: SyntaxNode;
  readonly body: SyntaxNode | undefined;
  /** The function or class that is the value of a name. */
  readonly holder?: SyntaxNode;
}

const DECLARATIONS: Readonly<Record<string, SymbolKind>> = {
  function_declaration: 'function',
  generator_function_declaration: 'function',
  function_signature: 'function',
  class_declaration: 'class',
  abstract_class_declaration: 'class',
  interface_declaration: 'interface',
  type_alias_declaration: 'type',
  enum_declaration: 'enum',
  internal_module: 'namespace',
  module: 'namespace',
  method_definition: 'method',
  method_signature: 'method',
  abstract_method_signature: 'method',
  property_signature: 'property',
};

function foundAt(node: SyntaxNode): Seen[] {
  const kind = DECLARATIONS[node.type];
  if (kind && node.named) return declared(node, kind);
  if (node.type === 'variable_declarator') return variable(node);
  if (node.type === 'public_field_definition' || node.type === 'field_definition') return field(node);
  if (node.type === 'pair') return valued(node.child('key'), node.child('value'), 'method');
  if (node.type === 'assignment_expression') return assigned(node);
  return node.type === 'export_statement' ? defaultExport(node) : [];
}

function declared(node: SyntaxNode, kind: SymbolKind): Seen[] {
  const nameNode = node.child('name');
  if (!nameNode) return [];
  const body = node.child('body') ?? (kind === 'type' ? node.child('value') : undefined);
  return [{ name: nameOf(nameNode), kind: kind === 'method' ? methodKind(node, nameNode) : kind, nameNode, body }];
}

function methodKind(node: SyntaxNode, name: SyntaxNode): SymbolKind {
  if (node.hasToken('get')) return 'getter';
  if (node.hasToken('set')) return 'setter';
  return name.text === 'constructor' && node.parent?.type === 'class_body' ? 'constructor' : 'method';
}

/** `'quoted'` and `['computed']` keys without quotes and brackets. */
const nameOf = (node: SyntaxNode): string => node.text.replace(/^\[?\s*(['"])(.*)\1\s*\]?$/s, '$2').slice(0, 200);

function variable(node: SyntaxNode): Seen[] {
  const pattern = node.child('name');
  if (!pattern) return [];
  const value = node.child('value');
  if (pattern.type === 'identifier') {
    const seen = valued(pattern, value, 'function');
    if (seen.length > 0) return seen;
  }
  const declaration = node.parent;
  const place = declaration?.parent;
  const top = place?.type === 'export_statement' ? place.parent : place;
  if (top?.parent && top.parent.type !== 'internal_module') return [];
  const kind = declaration?.child('kind')?.type === 'const' ? 'constant' : 'variable';
  return [...patternNames(pattern)].map((one) => ({ name: one.name, kind, nameNode: one.node, body: value }));
}

function field(node: SyntaxNode): Seen[] {
  const nameNode = node.child('name') ?? node.child('property');
  if (!nameNode) return [];
  const value = node.child('value');
  const seen = valued(nameNode, value, 'method');
  return seen.length > 0 ? seen : [{ name: nameOf(nameNode), kind: 'property', nameNode, body: value }];
}

/** A name that is assigned a function or a class. */
function valued(nameNode: SyntaxNode | undefined, value: SyntaxNode | undefined, as: SymbolKind): Seen[] {
  const holder = value && bare(value);
  if (!nameNode || !holder || !(isFunctionSyntax(holder) || isClassNode(holder))) return [];
  const kind = isClassNode(holder) ? 'class' : as;
  return [{ name: nameOf(nameNode), kind, nameNode, body: holder.child('body'), holder }];
}

/** `exports.f = function () {}`, `Stack.prototype.push = function () {}`. */
function assigned(node: SyntaxNode): Seen[] {
  const left = node.child('left');
  if (left?.type !== 'member_expression') return [];
  const name = left.text
    .replace(/\s/g, '')
    .replace(/^(module\.)?exports\.(?=.)/, '')
    .replace('.prototype.', '.');
  if (/^this\.|[^\w$.\u0080-\uffff]/.test(name)) return [];
  const [seen] = valued(left, node.child('right'), 'function');
  return seen ? [{ ...seen, name: name === 'module.exports' ? 'default' : name }] : [];
}

/** `export default () => 1`: its only name is `default`. */
function defaultExport(node: SyntaxNode): Seen[] {
  const value = node.child('value');
  const holder = value && bare(value);
  if (!holder || !node.hasToken('default')) return [];
  const nameNode = holder.child('name') ?? holder;
  const [seen] = valued(nameNode, holder, 'function');
  return seen ? [{ ...seen, name: holder.child('name')?.text ?? 'default' }] : [];
}

const WRAPPERS =
  /^(export_statement|lexical_declaration|variable_declaration|ambient_declaration|expression_statement)$/;

function wholeOf(node: SyntaxNode): SyntaxNode {
  let outer = node;
  while (outer.parent && WRAPPERS.test(outer.parent.type)) {
    // In `const a = 1, b = 2` each has only its own part.
    if (
      /_declaration$/.test(outer.parent.type) &&
      outer.parent.parts.length > 1 &&
      outer.type === 'variable_declarator'
    )
      break;
    outer = outer.parent;
  }
  return outer;
}

function isExported(
  name: string,
  whole: SyntaxNode,
  modifiers: readonly string[],
  outer: EnclosingDefinition | undefined,
  exported: ReadonlySet<string>,
): boolean {
  if (!outer) return exported.has(name) || whole.type === 'export_statement';
  if (outer.kind === 'namespace') return outer.exported && whole.type === 'export_statement';
  if (outer.kind !== 'class' && outer.kind !== 'interface' && outer.kind !== 'constant') return false;
  return outer.exported && !name.startsWith('#') && !modifiers.some((one) => one === 'private' || one === 'protected');
}
