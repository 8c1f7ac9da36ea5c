import { describe, expect, it } from 'vitest';
import { applyEdits } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { isTaken, otherAnswers } from './other-answers.ts';

async function other(text: string, grammar: 'go' | 'rust'): Promise<string | null> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) throw new Error('does not parse');
  const find = (node: SyntaxNode): SyntaxNode | undefined =>
    /^(function|method)_(declaration|item)$/.test(node.type) ? node : node.parts.map(find).find(Boolean);
  const node = find(parsed.tree.root);
  const edits = node && otherAnswers(node, grammar);
  return edits ? applyEdits(text, edits) : null;
}

describe('functions that answer something else', () => {
  it('do all that they do in Go, and change their results as they are left', async () => {
    expect(await other('package a\n\nfunc F(a int) int { return a }\n', 'go')).toContain(
      'func F(a int) (assayAnswer0 int) { defer func() { if assayAnswer0 < 0 { assayAnswer0 += assayAnswer0/2 - 7 } else { assayAnswer0 += assayAnswer0/2 + 7 } }();  return a }',
    );
    expect(await other('package a\n\nfunc F() (n, m uint8, err error) { return }\n', 'go')).toContain(
      '(n uint8, m uint8, err error) { defer func() { n += n/2 + 7; m += m/2 + 7 }();',
    );
    expect(await other('package a\n\nfunc F() (string, error) { return "", nil }\n', 'go')).toContain(
      '(assayAnswer0 string, assayAnswer1 error)',
    );
    expect(await other('package a\n\nfunc F() *T { return nil }\n', 'go')).toBeNull();
    expect(await other('package a\n\nfunc F() {}\n', 'go')).toBeNull();
  });

  it('have their body inside in Rust', async () => {
    expect(await other('pub fn f(a: i64) -> i64 { a }\n', 'rust')).toBe(
      'pub fn f(a: i64) -> i64 { let assay_answer: i64 = (move || -> i64 {  a  })(); assay_answer.wrapping_add(assay_answer / 2).wrapping_add(if assay_answer < 0 { -7 } else { 7 }) }\n',
    );
    expect(await other('fn f() -> Vec<u8> { vec![] }\n', 'rust')).toBeNull();
  });

  it('matter where a test takes what they give back', () => {
    expect(isTaken('F', ['\tif got := F(1); got != 2 {\n'])).toBe(true);
    expect(isTaken('f', ['    assert_eq!(shop::f(1), 2);\n'])).toBe(true);
    expect(isTaken('f', ['  const got = await f(1);\n'])).toBe(true);
    expect(isTaken('f', ['  await cart.f(1);\n'])).toBe(false);
    expect(isTaken('F', ['\tx.F(1)\n\t_, _ = F(2)\n\tdefer F(3)\n\t// F(4)\nfunc F(a int) int {\n'])).toBe(false);
  });
});
