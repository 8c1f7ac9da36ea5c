import { bodyHash } from '#code/facts/body-hash.ts';
import type { TestFact } from '#code/facts/fact-types.ts';
import { isComment, type SyntaxNode, type SyntaxTree } from '#code/parse/syntax-tree.ts';

/**
 * The part of a test file that is neither a test nor an import by name: mocks, helpers, constants, set-up. Determined
 * by where nodes begin and end, not by lines, since anything can follow a test on its last line. Blank lines, comments
 * and bare brackets do not count.
 */
export function restOf(tree: SyntaxTree, tests: readonly TestFact[]): string[] {
  const spans = [...nodesOf(tree, tests), ...asideOf(tree)].map(({ start, end }) => ({ start, end }));
  return without(tree.text, spans)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^[()[\]{};,\s]*$/.test(line));
}

/** The text without its imports by name and comments: where a name is used. */
export function codeOf(tree: SyntaxTree): string {
  return without(tree.text, [...asideOf(tree)]);
}

const TESTS = /^(call_expression|function_definition|decorated_definition|class_definition)$/;

/** The nodes of tests: those on their lines with the same hash. */
function nodesOf(tree: SyntaxTree, tests: readonly TestFact[]): SyntaxNode[] {
  const wanted = Map.groupBy(tests, ({ lines }) => `${lines.first}:${lines.last}`);
  const found: SyntaxNode[] = [];
  for (let id = 0; id < tree.size; ) {
    const node = tree.node(id);
    const near = TESTS.test(node.type) ? wanted.get(`${node.firstLine}:${node.lastLine}`) : undefined;
    const hash = near && bodyHash(node);
    const isTest = near?.some((test) => test.hash === hash) === true;
    if (isTest) found.push(node);
    id = isTest ? node.after : id + 1;
  }
  return found;
}

/** Comments, and imports that bind names: those are compared separately. */
function* asideOf(tree: SyntaxTree): Generator<SyntaxNode> {
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    if (isComment(node) || isNamedImport(node)) yield node;
  }
}

function isNamedImport(node: SyntaxNode): boolean {
  if (node.type === 'import_from_statement' || node.type === 'future_import_statement') return true;
  if (node.type === 'import_statement')
    return node.tree.grammar === 'python' || node.parts.some(({ type }) => /^import_(require_)?clause$/.test(type));
  if (!/^(lexical|variable)_declaration$/.test(node.type)) return false;
  return node.parts.every((part) => /=\s*(await\s+import|require)\(\s*(['"])[^'"]*\2\s*\)$/.test(part.text));
}

function without(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let [rest, at] = ['', 0];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > at) rest += text.slice(at, start);
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/** Lines that are in `after` and not in `before`, and the other way round, in any order. */
export function restChange(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  const added = after.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
  return { added, removed: [...left].flatMap(([line, count]) => Array.from({ length: count }, () => line)) };
}
