import { describe, expect, it } from 'vitest';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { ASK_GO } from './ask-go.ts';
import { ASK_RUST } from './ask-rust.ts';
import type { AskedFunction, CompiledAsker } from './asker.ts';
import { literalTemplate, nearValues } from './literal-template.ts';

async function functions(asker: CompiledAsker, grammar: string, text: string): Promise<AskedFunction[]> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) throw new Error('does not parse');
  const found: AskedFunction[] = [];
  const visit = (node: SyntaxNode, above: readonly SyntaxNode[]): void => {
    if (/^(function_declaration|method_declaration|function_item)$/.test(node.type))
      found.push(...[asker.functionOf(node, above, { path: 'a', line: 1 })].filter((each) => each !== null));
    for (const part of node.parts) visit(part, [...above, node]);
  };
  visit(parsed.tree.root, []);
  return found;
}

describe('G3.3 functions of compiled languages that a program of ours can call', () => {
  it('are, in Go, those with named parameters and a result, methods too', async () => {
    const text =
      'package shop\n\nfunc A(x, y int, s string) int { return x }\n\nfunc B(x int) {}\n\nfunc C(f func() int) int { return f() }\n\nfunc (d *Discount) Of(price int) (int, error) { return price, nil }\n\nfunc G[T any](x T) T { return x }\n';
    const found = await functions(ASK_GO, 'go', text);
    expect(found.map(({ name, parameters, receiver }) => [name, parameters.length, receiver?.type])).toEqual([
      ['A', 3, undefined],
      ['C', 1, undefined],
      ['Of', 1, '*Discount'],
      ['G', 1, undefined],
    ]);
    const [a, , of] = found;
    if (!a || !of) throw new Error('not found');
    expect(ASK_GO.call(a, ['1000', '10', '"tea"'])).toMatchObject({ receiver: null, args: ['1000', '10', '"tea"'] });
    expect(ASK_GO.call(of, ['&shop.Discount{percent:10}', '5'])).toMatchObject({
      receiver: '&Discount{percent:10}',
      args: ['5'],
    });
    expect(ASK_GO.call(of, ['&shop.Discount{next:(*shop.Discount)(0xc000010000)}', '5'])).toBeNull();
  });

  it('are, in Go, also those that take functions and channels, or fill in their arguments', async () => {
    const text =
      'package shop\n\nfunc A(x int, log func(string, int) error) int { return x }\n\nfunc B(x int, to chan<- int) { to <- x }\n\nfunc C(cart *Cart, by int) {}\n\nfunc (s share) Off(x int) int { return x }\n\nfunc D(xs ...int) int { return 1 }\n\nfunc E[T any](x T, f func(T)) {}\n';
    const found = await functions(ASK_GO, 'go', text);
    expect(found.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'Off', 'D']);
    const told = [['1'], ['2'], ['&shop.Cart{Total:3}', '4'], ['5', '6']];
    const calls = found.flatMap((fn, n) => ASK_GO.call(fn, told[n] ?? []) ?? []);
    expect(calls).toHaveLength(4);
    const read = async () => 'module shop\n';
    const place = { key: 'k1', nonce: 'n', pipe: '/p' };
    const made = await ASK_GO.asking(calls, { root: '.', texts: new Map([['a', text]]), read }, place);
    const asker = [...(made?.shared.values() ?? [])].join('');
    for (const said of [
      'g1 := k1Func((func(string, int) error)(nil), &said).(func(string, int) error);',
      'g1 := make(chan int, 16);',
      'g0 := &Cart{Total:3};',
      'var own share = 5;',
    ])
      expect(asker).toContain(said);
  });

  it('are, in Rust, those that take plain values, in modules and in objects with Debug', async () => {
    const text =
      'pub fn a(x: i64, s: &str) -> i64 { x }\nfn b(x: i64) {}\nfn c<T: Copy>(x: T) -> T { x }\nimpl Discount { pub fn of(&self, price: Vec<u8>) -> i64 { 0 } pub fn new(p: i64) -> Self { Self { p } } }\nfn d(s: String) -> bool { true }\n';
    const found = await functions(ASK_RUST, 'rust', text);
    expect(found.map(({ name, receiver }) => [name, receiver?.type])).toEqual([
      ['a', undefined],
      ['of', 'Discount'],
      ['d', undefined],
    ]);
    const [, of, d] = found;
    if (!of || !d) throw new Error('not found');
    expect(ASK_RUST.call(of, ['Discount { p: 10 }', '[1, 2]'])).toMatchObject({
      receiver: 'Discount { p: 10 }',
      args: ['vec![1, 2]'],
    });
    expect(ASK_RUST.call(d, ['"tea"'])).toMatchObject({ args: ['String::from("tea")'] });
  });

  it('are called with similar inputs, wherever a plain value occurs', () => {
    const holes = literalTemplate('&Discount{percent:10, name:"a\\"b", rate:2.5}');
    expect(holes.values).toEqual([10, 'a"b', 2.5]);
    expect(holes.fill([11, 'x', 3])).toBe('&Discount{percent:11, name:"x", rate:3.0}');
    expect(literalTemplate('Version{major:2, patch:18446744073709551615}').values).toEqual([2]);
    expect(nearValues([100], true).flat()).toEqual([101, 99, 107]);
    expect(nearValues([5], false).flat()).toContain(10);
  });
});
