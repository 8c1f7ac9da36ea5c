import { readSource } from '#code/facts/read-source.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

/**
 * Whether a conftest.py only gained fixtures that a test must request by name. That is how tests get their helpers in
 * pytest; hooks, automatic fixtures and module statements reach every test.
 */
export async function onlyGainsFixtures(
  before: string | null,
  after: string | null,
  isTaken: (name: string) => boolean,
): Promise<boolean> {
  if (after === null) return false;
  const [was, is] = [await statementsOf(before ?? ''), await statementsOf(after)];
  if (!was || !is) return false;
  const left = [...is];
  for (const { text } of was) {
    const at = left.findIndex((statement) => statement.text === text);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.every((statement) => isAskedFor(statement) && !isTaken(nameOf(statement) ?? ''));
}

const nameOf = (node: SyntaxNode): string | undefined => (node.child('definition') ?? node).child('name')?.text;

async function statementsOf(text: string): Promise<SyntaxNode[] | null> {
  const read = await readSource(text, 'python');
  return read.ok && read.source.tree.errors.length === 0 ? read.source.tree.root.parts : null;
}

function isAskedFor(node: SyntaxNode): boolean {
  if (/^(import|import_from|future_import)_statement$/.test(node.type)) return true;
  // Only new fixtures can call a new helper.
  if (node.type === 'function_definition') return !/^(pytest_|test)/.test(nameOf(node) ?? 'test');
  if (node.type !== 'decorated_definition') return false;
  const decorators = node.parts.filter(({ type }) => type === 'decorator').map(({ text }) => text);
  const fixture = decorators.some((text) => /^@(pytest\.)?fixture\b/.test(text));
  return fixture && !decorators.some((text) => /autouse|\bname\s*=/.test(text)) && !isBuiltin(node);
}

/** A fixture with the name of one of pytest's own would replace it. */
const isBuiltin = (node: SyntaxNode): boolean =>
  /^(tmp_path|tmpdir|tmp_path_factory|monkeypatch|capsys|capfd|caplog|request|recwarn|pytestconfig|cache|record_\w+|doctest_namespace)$/.test(
    nameOf(node) ?? '',
  );
