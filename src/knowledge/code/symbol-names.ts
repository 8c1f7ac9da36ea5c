import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { CodeSymbolKind } from './symbol-kind.ts';

export interface NamedDefinition {
  readonly name: string;
  readonly kind: CodeSymbolKind;
}

/** The grammars of many languages name definitions alike. */
const DEFINITION =
  /^(function|method|class|interface|struct|enum|union|trait|impl|module|namespace|internal_module|type|type_alias|constructor|record|macro|singleton_method|abstract_class|generator_function|mod|const|var|static|property|abstract_method|protocol|object|annotation_type)(_signature)?(_declaration|_definition|_item|_specifier|_statement|_spec)?$/;

const KINDS = new Map<string, CodeSymbolKind | null>();

function kindOf(type: string): CodeSymbolKind | null {
  const known = KINDS.get(type);
  if (known !== undefined) return known;
  const kind = DEFINITION.test(type) ? kindWord(type) : null;
  KINDS.set(type, kind);
  return kind;
}

function kindWord(type: string): CodeSymbolKind {
  if (/function|method|constructor|macro/.test(type)) return 'function';
  if (/class|interface|struct|enum|union|trait|impl|type|record|protocol|object/.test(type)) return 'type';
  return /module|namespace|^mod_/.test(type) ? 'package' : 'value';
}

const VALUES = new Set([
  'variable_declarator',
  'assignment',
  'assignment_expression',
  'pair',
  'public_field_definition',
  'field_definition',
]);

/** What a node defines, if it defines something with a name. */
export function namedDefinition(node: SyntaxNode, type: string): NamedDefinition | undefined {
  if (VALUES.has(type)) return namedValue(node, type);
  const kind = kindOf(type);
  if (!kind || node.after === node.id + 1) return undefined;
  const name = node.child('name') ?? declaredName(node) ?? commandName(node) ?? node.child('type');
  if (!name) return undefined;
  const text = name.text.slice(0, 200).replaceAll('::', '.');
  return text.includes('\n') ? undefined : { name: `${receiverOf(node)}${text}`, kind };
}

/** A named value counts when it is a function or a class, and at the top of a file always. */
function namedValue(node: SyntaxNode, type: string): NamedDefinition | undefined {
  const name = node.child('name') ?? node.child('left') ?? node.child('key') ?? node.child('property');
  if (!name) return undefined;
  const value = node.child('value') ?? node.child('right');
  const isFunction = value !== undefined && /function|arrow|lambda|^class$/.test(value.type);
  if (!isFunction && (type === 'pair' || type === 'assignment_expression' || !isTopLevel(node))) return undefined;
  // `exports.run = function () {}`, `Stack.prototype.push = function () {}`
  const text = name.text.replace(/^(module\.)?exports\.|\bprototype\./g, '').replace(/^this\./, '');
  if (!/^['"]?[\p{L}_$#@][\p{L}\p{N}_$.-]*['"]?$/u.test(text) || text.length > 200) return undefined;
  return { name: text.replace(/['"]/g, ''), kind: isFunction ? 'function' : 'value' };
}

const BETWEEN = new Set(['lexical_declaration', 'variable_declaration', 'export_statement', 'expression_statement']);

function isTopLevel(node: SyntaxNode): boolean {
  let outer = node.parent;
  while (outer && BETWEEN.has(outer.type)) outer = outer.parent;
  return outer !== undefined && outer.id === 0;
}

/** C and C++ wrap the name in its declarator. */
function declaredName(node: SyntaxNode): SyntaxNode | undefined {
  let inner = node.child('declarator');
  for (let depth = 0; inner && depth < 10; depth += 1) {
    if (/identifier$/.test(inner.type) || inner.type === 'destructor_name' || inner.type === 'operator_name')
      return inner;
    inner = inner.child('declarator') ?? inner.parts[0];
  }
  return undefined;
}

/** Go writes the type of a method in front of it. */
function receiverOf(node: SyntaxNode): string {
  const type = /([A-Za-z_]\w*)(\[[^\]]*\])?\s*\)$/.exec(node.child('receiver')?.text ?? '');
  return type ? `${type[1]}.` : '';
}

/** PowerShell keeps the name of a function in a child of its own. */
const commandName = (node: SyntaxNode): SyntaxNode | undefined =>
  node.parts.find(({ type }) => type === 'function_name' || type === 'simple_name');

/** Python: a string at the beginning of a body. */
export function isDocString(node: SyntaxNode): boolean {
  const statement = node.parent;
  if (node.tree.grammar !== 'python' || statement?.type !== 'expression_statement') return false;
  const block = statement.parent;
  return (block?.type === 'block' || block?.type === 'module') && block.parts[0]?.id === statement.id;
}
