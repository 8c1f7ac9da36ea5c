import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { inside, outside } from '#code/parse/walk.ts';

/**
 * A suite with its assertions taken out of the tests that match, and everything else as it was: the code is still run,
 * nobody looks at what comes of it.
 */
export async function weaken(text: string, language: 'typescript' | 'python', tests: RegExp): Promise<string> {
  const parsed = await parseText(text, language);
  if (!parsed.ok) throw new Error(`not parsed: ${parsed.why}`);
  const edits: TextEdit[] = [];
  for (const node of inside(parsed.tree.root)) {
    if (!titlesAround(node).some((title) => tests.test(title))) continue;
    const edit = language === 'python' ? withoutPythonAssertion(node) : withoutExpectation(node);
    // What stands inside something that is rewritten goes with it.
    if (edit && !edits.some(({ start, end }) => start <= edit.start && edit.end <= end)) edits.push(edit);
  }
  return applyEdits(text, edits);
}

/** `expect(x).toBe(1);` → `(x);`, and of one that awaits or throws: it is done and forgotten. */
function withoutExpectation(node: SyntaxNode): TextEdit | null {
  if (node.type !== 'expression_statement') return null;
  const expect = [...inside(node)].find(({ type, parent }) => type === 'call_expression' && parent !== undefined);
  const called =
    expect &&
    [...inside(expect), expect].find(
      (call) => call.type === 'call_expression' && call.child('function')?.text === 'expect',
    );
  const argument = called?.child('arguments')?.parts[0];
  if (!argument || !/^(await )?expect\(/.test(node.text)) return null;
  const { start, end } = node;
  const value = argument.type === 'arrow_function' ? `(${argument.text})()` : argument.text;
  if (/^await/.test(node.text)) return { start, end, replacement: `await Promise.resolve(${value}).catch(() => {});` };
  return { start, end, replacement: `try { void (${value}); } catch {}` };
}

/** `assert a == b` → `(a == b)` done for nothing; `with pytest.raises(…)` → whatever happens is fine. */
function withoutPythonAssertion(node: SyntaxNode): TextEdit | null {
  if (node.type === 'assert_statement') {
    // What a `raises` caught is not there any more.
    const replacement = /\bcaught\b/.test(node.text) ? 'pass' : `(${node.parts[0]?.text ?? 'None'})`;
    return { start: node.start, end: node.end, replacement };
  }
  if (node.type !== 'with_item' || !/^pytest\.raises\(/.test(node.text)) return null;
  return { start: node.start, end: node.end, replacement: '__import__("contextlib").suppress(Exception)' };
}

/** The names of the tests, suites and classes that a node stands in. */
function titlesAround(node: SyntaxNode): string[] {
  return [...outside(node)].flatMap((outer) => {
    if (outer.type === 'function_definition' || outer.type === 'class_definition')
      return [outer.child('name')?.text ?? ''];
    if (outer.type !== 'call_expression' || !/^(describe|it)\b/.test(outer.child('function')?.text ?? '')) return [];
    return [outer.child('arguments')?.parts[0]?.text ?? ''];
  });
}
