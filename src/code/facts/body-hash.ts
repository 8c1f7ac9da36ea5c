import { createHash } from 'node:crypto';
import { isComment, type SyntaxNode } from '../parse/syntax-tree.ts';

/** Whitespace inside these is part of the content. */
const VERBATIM = /^(string|template_string|regex|jsx_text|char_literal|raw_string_literal|interpreted_string_literal)$/;

/** One call of the hash for every token would take most of the time. */
const CHUNK = 16_384;

/**
 * A hash of a node's content: its tokens and their nesting, without whitespace, line ends, comments and a trailing
 * comma in a list. The nesting is included since whitespace has meaning in some places (indentation; a line end behind
 * `return`).
 */
export function bodyHash(...nodes: readonly SyntaxNode[]): string {
  const hash = createHash('sha256');
  let waiting = '';
  const write = (text: string): void => {
    waiting += text;
    if (waiting.length < CHUNK) return;
    hash.update(waiting);
    waiting = '';
  };
  for (const node of nodes) feed(node, write);
  hash.update(waiting);
  return hash.digest('hex');
}

/** Tokens end with \0, nodes are opened with \1 and closed with \2: none of them can occur in a token. */
function feed(top: SyntaxNode, write: (text: string) => void): void {
  const open: number[] = [];
  for (let id = top.id; id < top.after; ) {
    while (open.length > 0 && id >= (open.at(-1) ?? 0)) {
      open.pop();
      write('\u0002');
    }
    const node = top.tree.node(id);
    if (isComment(node) || (node.type === ',' && isTrailing(node))) {
      id = node.after;
    } else if (VERBATIM.test(node.type) || node.after === id + 1) {
      write(`${node.type}\u0000${node.text.replaceAll('\r\n', '\n')}\u0000`);
      id = node.after;
    } else {
      write(`\u0001${node.type}\u0000`);
      open.push(node.after);
      id += 1;
    }
  }
  write('\u0002'.repeat(open.length));
}

/** What a formatter adds and removes. A comma matters in an array's hole and in a tuple of one. */
function isTrailing({ id, after, parent, tree }: SyntaxNode): boolean {
  if (!parent || !LISTS.test(parent.type) || /^[,([{]$/.test(tree.node(id - 1).type)) return false;
  let next = after;
  while (next < parent.after && isComment(tree.node(next))) next = tree.node(next).after;
  return next === parent.after - 1 && /^[)\]}]$/.test(tree.node(next).type);
}

const LISTS =
  /^(arguments|argument_list|array|object|formal_parameters|parameters|list|dictionary|set|literal_value|named_imports|object_pattern|array_expression|field_initializer_list)$/;
