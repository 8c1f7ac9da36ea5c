import type { SyntaxNode, SyntaxTree } from '#code/parse/syntax-tree.ts';
import { calleeOf, importOf } from './references.ts';
import type { CodeSymbolKind } from './symbol-kind.ts';
import { isDocString, namedDefinition } from './symbol-names.ts';

/** A named definition in a source text, with its comment and decorators. */
export interface OutlineSymbol {
  readonly name: string;
  /** With the names of its containers: `Class.method`. */
  readonly path: string;
  readonly kind: CodeSymbolKind;
  /** Index of the containing symbol, or -1. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  /** Where the definition itself begins: behind comments and decorators. */
  readonly code: number;
}

export interface Outline {
  readonly symbols: readonly OutlineSymbol[];
  /** Comments and documentation strings: offsets, in order. */
  readonly comments: readonly (readonly [number, number])[];
  /** The call, in the form of `calleeOf`, with its offset. */
  readonly calls: readonly { readonly name: string; readonly at: number }[];
  /** As written: `./stack.ts`, `os.path`, `fmt`. */
  readonly imports: readonly string[];
  /** Lines that the grammar cannot parse. */
  readonly errorLines: number;
}

/** The definitions, comments, calls and imports of a text: one pass over its tree. */
export function outlineOf(tree: SyntaxTree): Outline {
  const symbols: OutlineSymbol[] = [];
  const comments: [number, number][] = [];
  const calls: { name: string; at: number }[] = [];
  const imports = new Set<string>();
  /** Definitions that enclose the current node. */
  const open: { readonly after: number; readonly symbol: number; readonly path: string }[] = [];
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    while (open.length > 0 && (open.at(-1)?.after ?? 0) <= id) open.pop();
    if (!node.named) continue;
    const { type } = node;
    if (isCommentType(type) || (type === 'string' && isDocString(node))) {
      comments.push([node.start, node.end]);
      id = node.after - 1;
      continue;
    }
    const imported = importOf(node, type);
    if (imported) for (const name of imported) imports.add(name);
    const callee = calleeOf(node, type);
    if (callee) calls.push({ name: callee, at: node.start });
    const definition = namedDefinition(node, type);
    if (!definition) continue;
    const outer = open.at(-1);
    const path = outer ? `${outer.path}.${definition.name}` : definition.name;
    const whole = wrapped(node);
    symbols.push({
      name: definition.name.slice(definition.name.lastIndexOf('.') + 1),
      path,
      kind: definition.kind,
      parent: outer?.symbol ?? -1,
      start: withComments(tree, comments, whole.start),
      end: whole.end,
      code: whole.start,
    });
    open.push({ after: node.after, symbol: symbols.length - 1, path });
  }
  const errorLines = new Set(tree.errors.map(({ firstLine }) => firstLine)).size;
  return { symbols, comments, calls, imports: [...imports], errorLines };
}

const isCommentType = (type: string): boolean => type === 'comment' || type.endsWith('_comment');

const WRAPPERS = new Set(
  `export_statement decorated_definition lexical_declaration variable_declaration template_declaration type_declaration
  expression_statement ambient_declaration`.split(/\s+/),
);

function wrapped(node: SyntaxNode): SyntaxNode {
  let outer = node;
  for (let parent = outer.parent; parent && WRAPPERS.has(parent.type); parent = outer.parent) {
    if (parent.parts.length > 3) break;
    outer = parent;
  }
  return outer;
}

/** The comments right above belong to what follows them, unless they are behind code on their line. */
function withComments(tree: SyntaxTree, comments: readonly (readonly [number, number])[], start: number): number {
  let first = start;
  for (let at = comments.length - 1; at >= 0; at -= 1) {
    const [begin, end] = comments[at] ?? [0, 0];
    if (end > first) continue;
    const between = tree.text.slice(end, first);
    if (/\S/.test(between) || between.split('\n').length > 2) break;
    if (/\S/.test(tree.text.slice(tree.lineStart(begin), begin))) break;
    first = begin;
  }
  return first;
}
