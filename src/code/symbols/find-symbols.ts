import { type Node, Parser } from 'web-tree-sitter';
import { loadGrammar } from '../parse/grammars.ts';

/** A named definition in a source file. */
export interface SourceSymbol {
  readonly name: string;
  /** With the names of its containers: `Class.method`. */
  readonly path: string;
  /** The node type in the grammar, such as `function_declaration`. */
  readonly kind: string;
  /** From 1, both included; comments, decorators and `export` in front of it belong to it. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Error recovery in garbage can take long. */
const PATIENCE_MS = 3_000;

/** The definitions in a source text, in order. Undefined when it could not be parsed. */
export async function findSymbols(text: string, grammar: string): Promise<SourceSymbol[] | undefined> {
  const language = await loadGrammar(grammar);
  const parser = new Parser().setLanguage(language);
  try {
    const deadline = performance.now() + PATIENCE_MS;
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
    if (!tree) return undefined;
    try {
      return collect(tree.rootNode);
    } finally {
      tree.delete();
    }
  } catch {
    // A trap inside the module: nothing is known about this text.
    return undefined;
  } finally {
    parser.delete();
  }
}

interface Visit {
  readonly node: Node;
  readonly path: string;
  readonly depth: number;
}

const DEEPEST = 200;

/** Iterative: malformed text can nest deeper than the call stack. */
function collect(root: Node): SourceSymbol[] {
  const symbols: SourceSymbol[] = [];
  const open: Visit[] = [{ node: root, path: '', depth: 0 }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node, depth } = visit;
    const name = nameOf(node);
    let { path } = visit;
    if (name !== undefined) {
      path = path === '' ? name : `${path}.${name}`;
      symbols.push({ name: name.slice(name.lastIndexOf('.') + 1), path, kind: node.type, ...linesOf(node) });
    }
    if (depth >= DEEPEST) continue;
    for (const child of node.namedChildren.toReversed()) open.push({ node: child, path, depth: depth + 1 });
  }
  return symbols.sort((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine);
}

/** The grammars of many languages name definitions alike. */
const DEFINITION =
  /^(function|method|class|interface|struct|enum|union|trait|impl|module|namespace|type|type_alias|constructor|record|macro|singleton_method|abstract_class|generator_function|mod|const|var|static|property|abstract_method|protocol|object|annotation_type)(_signature)?(_declaration|_definition|_item|_specifier|_statement|_spec)?$/;

/** Of a definition, its name; of a named value, too, when it is a function or at the top level. */
function nameOf(node: Node): string | undefined {
  if (!node.isNamed) return undefined;
  if (node.type === 'variable_declarator' || node.type === 'assignment') return valueName(node);
  if (node.type === 'rule_set') return node.namedChild(0)?.text.slice(0, 200);
  if (!DEFINITION.test(node.type) || node.childCount === 0) return undefined;
  const name =
    node.childForFieldName('name') ?? declaredName(node) ?? commandName(node) ?? node.childForFieldName('type');
  return name ? `${receiverOf(node)}${name.text.slice(0, 200).replaceAll('::', '.')}` : undefined;
}

function valueName(node: Node): string | undefined {
  const name = node.childForFieldName('name') ?? node.childForFieldName('left');
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  if (!name || !/identifier/.test(name.type)) return undefined;
  const isFunction = value !== null && /function|arrow|lambda|class/.test(value.type);
  return isFunction || isTopLevel(node) ? name.text : undefined;
}

function isTopLevel(node: Node): boolean {
  let outer = node.parent;
  while (outer && /^(lexical_declaration|variable_declaration|export_statement|expression_statement)$/.test(outer.type))
    outer = outer.parent;
  return outer !== null && outer.parent === null;
}

/** C and C++ wrap the name in its declarator. */
function declaredName(node: Node): Node | undefined {
  let inner = node.childForFieldName('declarator');
  for (let depth = 0; inner && depth < 10; depth += 1) {
    if (/identifier$/.test(inner.type) || inner.type === 'destructor_name' || inner.type === 'operator_name')
      return inner;
    inner = inner.childForFieldName('declarator') ?? inner.namedChild(0);
  }
  return undefined;
}

/** Go writes the type of a method in front of it. */
function receiverOf(node: Node): string {
  const type = /([A-Za-z_]\w*)(\[[^\]]*\])?\s*\)$/.exec(node.childForFieldName('receiver')?.text ?? '');
  return type ? `${type[1]}.` : '';
}

/** PowerShell keeps the name of a function in a child of its own. */
const commandName = (node: Node): Node | undefined =>
  node.namedChildren.find((child) => child.type === 'function_name' || child.type === 'simple_name');

/** The wrappers of a definition and the comments right above it are part of it for a reader. */
function linesOf(node: Node): { firstLine: number; lastLine: number } {
  let outer = node;
  while (outer.parent && WRAPPERS.test(outer.parent.type) && outer.parent.namedChildCount <= 8) outer = outer.parent;
  let first = outer.startPosition.row;
  for (let above = outer.previousNamedSibling; above; above = above.previousNamedSibling) {
    if (!/comment|decorator|attribute/.test(above.type) || above.endPosition.row < first - 1) break;
    // A shebang line belongs to the file, not to its first function.
    if (above.startPosition.row === 0 && above.text.startsWith('#!')) break;
    // A comment behind other code on its line is about that code.
    const before = above.previousNamedSibling?.endPosition;
    if (before && before.row === above.startPosition.row && before.column > 0) break;
    first = above.startPosition.row;
  }
  return {
    firstLine: first + 1,
    lastLine: outer.endPosition.row + (outer.endPosition.column === 0 && outer.endPosition.row > first ? 0 : 1),
  };
}

const WRAPPERS =
  /^(export_statement|decorated_definition|lexical_declaration|variable_declaration|template_declaration|type_declaration|expression_statement|ambient_declaration)$/;
