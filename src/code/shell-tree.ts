import { type Node, Parser } from 'web-tree-sitter';
import { loadGrammar } from './parse/grammars.ts';

/** A node of a parsed shell text: plain data, nothing to free. Node types are those of the tree-sitter-bash grammar. */
export interface ShellNode {
  readonly type: string;
  /** False for the grammar's literal tokens, such as `;` or `then`. */
  readonly named: boolean;
  /** Its field name in the parent (`name`, `body`, `condition` …). */
  readonly field: string | null;
  /** The parser inserted it because the text lacks it. */
  readonly missing: boolean;
  /** Offsets into the text, in UTF-16 units as JavaScript counts. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly parent: ShellNode | null;
  readonly children: readonly ShellNode[];
}

export interface ShellTree {
  readonly text: string;
  readonly root: ShellNode;
  /** Syntax errors: ERROR nodes and missing ones, in order. Empty for a clean parse. */
  readonly errors: readonly ShellNode[];
  /** The parser gave up (time limit or its own failure); the root then has no children. */
  readonly gaveUp: boolean;
}

export interface ShellParser {
  /** Never throws; understands bash syntax, of which POSIX is a part. */
  parse(text: string): ShellTree;
  close(): void;
}

/** Error recovery in garbage can take long; a readable script of this size parses in milliseconds. */
const PATIENCE_MS = 2_000;

/** A parser of the caller's own; close it. */
export async function openShellParser(): Promise<ShellParser> {
  const language = await loadGrammar('bash');
  let parser = new Parser().setLanguage(language);
  return {
    parse: (text) => {
      try {
        return parseWith(parser, text);
      } catch {
        // A trap inside the module leaves that parser in an unknown state.
        parser = new Parser().setLanguage(language);
        return nothing(text);
      }
    },
    close: () => parser.delete(),
  };
}

/** Parses one text with its own parser; a caller with many texts keeps an `openShellParser`. */
export async function parseShell(text: string): Promise<ShellTree> {
  const parser = await openShellParser();
  try {
    return parser.parse(text);
  } finally {
    parser.close();
  }
}

function parseWith(parser: Parser, text: string): ShellTree {
  const deadline = performance.now() + PATIENCE_MS;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (!tree) {
    parser.reset();
    return nothing(text);
  }
  try {
    return copyTree(tree.rootNode, text);
  } finally {
    tree.delete();
  }
}

interface Growing extends ShellNode {
  readonly children: ShellNode[];
}

/** Iterative: malformed text can nest deeper than the call stack. */
function copyTree(root: Node, text: string): ShellTree {
  const errors: ShellNode[] = [];
  const cursor = root.walk();
  const grow = (parent: Growing | null): Growing => {
    const { nodeType: type, endIndex: end, nodeIsNamed: named, nodeIsMissing: missing } = cursor;
    const start = cursor.startIndex + blanksBefore(type, named, text.slice(cursor.startIndex, end));
    const field = cursor.currentFieldName;
    const node = { type, named, field, missing, start, end, text: text.slice(start, end), parent, children: [] };
    parent?.children.push(node);
    if (missing || type === 'ERROR') errors.push(node);
    return node;
  };
  const top = grow(null);
  let at: Growing = top;
  const path: Growing[] = [];
  for (;;) {
    if (cursor.gotoFirstChild()) {
      path.push(at);
      at = grow(at);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return { text, root: top, errors, gaveUp: false };
      }
      at = path.pop() ?? top;
    }
    at = grow(path.at(-1) ?? top);
  }
}

const EXPANSIONS: ReadonlySet<string> = new Set([
  'simple_expansion',
  'expansion',
  'arithmetic_expansion',
  'command_substitution',
]);

/**
 * Inside a string the grammar counts the whitespace before an expansion, or before the closing quote, to that token.
 */
function blanksBefore(type: string, named: boolean, text: string): number {
  if (named && !EXPANSIONS.has(type)) return 0;
  const blanks = text.length - text.trimStart().length;
  return blanks === text.length ? 0 : blanks;
}

function nothing(text: string): ShellTree {
  const root = { type: 'ERROR', named: true, field: null, missing: false, start: 0, end: text.length, text } as const;
  const node: ShellNode = { ...root, parent: null, children: [] };
  return { text, root: node, errors: [node], gaveUp: true };
}
