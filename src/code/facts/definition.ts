import { isComment, type SyntaxNode } from '../parse/syntax-tree.ts';
import { previous } from '../parse/walk.ts';
import type { CodeSymbol, Lines, Parameter, SymbolKind } from './fact-types.ts';

/** A definition in the syntax tree; `CodeSymbol` is what is reported of it. */
export interface Definition {
  readonly name: string;
  readonly path: string;
  readonly kind: SymbolKind;
  readonly exported: boolean;
  readonly modifiers: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly doc: string | undefined;
  /** The whole: with `export` and decorators. */
  readonly whole: SyntaxNode;
  /** The function, class or declarator itself. */
  readonly node: SyntaxNode;
  readonly nameNode: SyntaxNode;
  /** Of a function its body, of a class the members, of a constant its value. */
  readonly body: SyntaxNode | undefined;
}

export function toSymbol(definition: Definition): CodeSymbol {
  const { name, path, kind, exported, modifiers, parameters, doc, nameNode, body } = definition;
  return {
    name,
    path,
    kind,
    exported,
    signature: signatureOf(definition),
    parameters,
    modifiers,
    ...(doc === undefined ? {} : { doc }),
    lines: linesWithComments(definition.whole),
    at: nameNode.start,
    hasBody: body !== undefined,
  };
}

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'constructor', 'getter', 'setter']);
export const isFunction = (definition: Definition): boolean => FUNCTIONS.has(definition.kind);

const LONGEST_SIGNATURE = 2_000;

/** A constant or type keeps its value: that is its signature. */
function signatureOf({ whole, body, kind }: Definition): string {
  const { text } = whole.tree;
  const plain = kind === 'constant' || kind === 'variable' || kind === 'property' || kind === 'type' || kind === 'enum';
  const end = body && !plain && body.start >= whole.start ? body.start : whole.end;
  return text
    .slice(whole.start, Math.min(end, whole.start + LONGEST_SIGNATURE))
    .replace(/\s+/g, ' ')
    .replace(/\s*(=>|=|:|;)?\s*$/, '');
}

export const linesOf = (node: SyntaxNode): Lines => ({ first: node.firstLine, last: node.lastLine });

/** The comments right above belong to it. */
function linesWithComments(whole: SyntaxNode): Lines {
  let { first, last } = linesOf(whole);
  for (const comment of commentsAbove(whole)) first = Math.min(first, comment.firstLine);
  return { first, last };
}

/** The comments that end on the line above, nearest last; one behind other code is about that code. */
export function commentsAbove(node: SyntaxNode): SyntaxNode[] {
  const comments: SyntaxNode[] = [];
  let line = node.firstLine;
  for (let above = previous(node); above && isComment(above) && above.lastLine >= line - 1; ) {
    const earlier = previous(above);
    if (earlier && earlier.lastLine === above.firstLine) break;
    comments.unshift(above);
    line = above.firstLine;
    above = comments.length < MOST_COMMENTS ? earlier : undefined;
  }
  return comments;
}

const MOST_COMMENTS = 200;
