import { describe, expect, it } from 'vitest';
import { applyEdits } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { isTaken, otherAnswers, recordTypes } from './other-answers.ts';

async function others(text: string, grammar: 'go' | 'rust'): Promise<string[]> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) throw new Error('does not parse');
  const find = (node: SyntaxNode): SyntaxNode | undefined =>
    /^(function|method)_(declaration|item)$/.test(node.type) ? node : node.parts.map(find).find(Boolean);
  const node = find(parsed.tree.root);
  return node ? otherAnswers(node, grammar, recordTypes(text, grammar)).map((edits) => applyEdits(text, edits)) : [];
}

describe('functions made to return something else', () => {
  it('in Go: run as before and change one result by one step on return', async () => {
    expect(await others('package a\n\nfunc F(a int) int { return a }\n', 'go')).toEqual([
      'package a\n\nfunc F(a int) (assayAnswer0 int) { defer func() { assayAnswer0 += 1 }();  return a }\n',
      'package a\n\nfunc F(a int) (assayAnswer0 int) { defer func() { assayAnswer0 -= 1 }();  return a }\n',
    ]);
    const [, , third] = await others('package a\n\nfunc F() (n, m uint8, err error) { return }\n', 'go');
    expect(third).toContain('(n uint8, m uint8, err error) { defer func() { m += 1 }();');
    const [text] = await others('package a\n\nfunc F() (string, error) { return "", nil }\n', 'go');
    expect(text).toContain('(assayAnswer0 string, assayAnswer1 error)');
    expect(await others('package a\n\nfunc F() *T { return nil }\n', 'go')).toEqual([]);
    expect(await others('package a\n\nfunc F() {}\n', 'go')).toEqual([]);
  });

  it('change one field at a time of a record that the file declares', async () => {
    const go = await others(
      'package a\n\ntype Q struct {\n\tPrice int\n\thidden int\n}\n\nfunc F() *Q { return nil }\n',
      'go',
    );
    expect(go.map((text) => /defer func\(\) \{ (.*) \}\(\)/.exec(text)?.[1])).toEqual([
      'if assayAnswer0 != nil { assayAnswer0.Price += 1 }',
      'if assayAnswer0 != nil { assayAnswer0.Price -= 1 }',
    ]);
    const rust = await others('pub struct Q { pub price: i64, own: i64 }\npub fn f() -> Q { q() }\n', 'rust');
    expect(rust).toHaveLength(2);
    expect(rust[0]).toContain('{ assay_answer.price = (assay_answer.price.clone()).wrapping_add(1); assay_answer }');
  });

  it('change every field of a Rust type with its own equality, also of one without names', async () => {
    const own = 'impl PartialEq<&str> for Packed {\n    fn eq(&self, _: &&str) -> bool { true }\n}\n';
    const f = 'pub fn f() -> Packed { p() }\n';
    const tuple = await others(`${f}pub struct Packed(Vec<u8>, String);\n${own}`, 'rust');
    expect(tuple.map((text) => /assay_answer\.(\w+) = /.exec(text)?.[1])).toEqual(['1']);
    const named = await others(`${f}struct Packed { text: String, size: u8 }\n${own}`, 'rust');
    expect(named.map((text) => /assay_answer\.(\w+) = /.exec(text)?.[1])).toEqual(['text', 'size', 'size']);
    expect(await others(`${f}#[derive(PartialEq)]\npub struct Packed(String);\n`, 'rust')).toEqual([]);
  });

  it('in Rust: keep their body as an inner function', async () => {
    expect((await others('pub fn f(a: i64) -> i64 { a }\n', 'rust'))[1]).toBe(
      'pub fn f(a: i64) -> i64 { #[allow(unused_mut)] let mut assay_answer: i64 = (move || -> i64 {  a  })(); (assay_answer).wrapping_sub(1) }\n',
    );
    expect((await others('fn f() -> Option<u8> { None }\n', 'rust'))[0]).toContain(
      'assay_answer.map(|assay_inner| (assay_inner).wrapping_add(1))',
    );
  });

  it('empty the returned collection, or fill an empty one', async () => {
    const go = async (result: string) => {
      const made = await others(`package a\n\nfunc F() ${result} { return x }\n`, 'go');
      return made.map((text) => /defer func\(\) \{ (.*) \}\(\)/.exec(text)?.[1]);
    };
    expect(await go('[]*T')).toEqual([
      'if len(assayAnswer0) > 0 { assayAnswer0 = nil } else { var other *T; assayAnswer0 = append(assayAnswer0, other) }',
    ]);
    expect(await go('(map[string][]int, error)')).toEqual([
      'if len(assayAnswer0) > 0 { assayAnswer0 = map[string][]int{} } else { var at string; var other []int; assayAnswer0 = map[string][]int{at: other} }',
    ]);
    expect(await go('(m map[K]V, n Pair[A, B])')).toEqual([]);
    expect(await go('(chan int, error)')).toEqual([]);
    const [list] = await others('fn f() -> Vec<u8> { vec![] }\n', 'rust');
    expect(list).toContain('if assay_list.is_empty() { assay_list.extend(');
    const [found] = await others('fn f() -> Option<Vec<Row>> { None }\n', 'rust');
    expect(found).toContain(
      'assay_answer.map(|assay_inner| { let mut assay_list = assay_inner; { assay_list.clear(); }',
    );
  });

  it('return another verdict where an error is all they return', async () => {
    const [text] = await others('package a\n\nfunc F() error { return nil }\n', 'go');
    expect(text).toContain('if assayAnswer0 == nil { assayAnswer0 = assayFault("") } else { assayAnswer0 = nil }');
    expect(text).toContain('func (assayFault) Error() string');
    expect(await others('package a\n\nfunc F() (*T, error) { return nil, nil }\n', 'go')).toEqual([]);
  });

  it('matter if a test uses their result', () => {
    expect(isTaken('F', ['\tif got := F(1); got != 2 {\n'])).toBe(true);
    expect(isTaken('f', ['    assert_eq!(shop::f(1), 2);\n'])).toBe(true);
    expect(isTaken('f', ['  const got = await f(1);\n'])).toBe(true);
    expect(isTaken('f', ['  await cart.f(1);\n'])).toBe(false);
    expect(isTaken('F', ['\tx.F(1)\n\t_, _ = F(2)\n\tdefer F(3)\n\t// F(4)\nfunc F(a int) int {\n'])).toBe(false);
  });
});
