import { describe, expect, it } from 'vitest';
import { writtenCalls } from './written-calls.ts';

const calls = (text: string, name: string): string[] => writtenCalls(text, name).map((each) => each.text);

describe('calls as tests write them', () => {
  it('are complete: with their receiver, and the calls on their result', () => {
    expect(calls('    assert_eq!(shop::off(10)(1000), 900);\n', 'off')).toEqual(['shop::off(10)(1000)']);
    expect(calls('\tif got := NewTill(10).Off(1000); got != 900 {\n', 'Off')).toEqual(['NewTill(10).Off(1000)']);
    expect(calls('    assert_eq!(1000i64.off(10), 900);\n', 'off')).toEqual(['(1000 as i64).off(10)']);
    expect(calls('    assert_eq!(discounted!(1000, 10), 900);\n', 'discounted')).toEqual(['discounted!(1000, 10)']);
    expect(calls('    assert_eq!(all(vec![1000], 10).next().unwrap(), 900);\n', 'all')).toEqual([
      'all(vec![1000], 10).next().unwrap()',
    ]);
    expect(calls('\tDiscounted(1000, 10, func(string) {}) // Discounted(1, 2)\n', 'Discounted')).toContain(
      'Discounted(1000, 10, func(string) {})',
    );
  });

  it('leave out calls that use variables of the test, and the function’s declaration', () => {
    expect(calls('\tif got := Off(c.price, percent); got != 1 {\n', 'Off')).toEqual([]);
    expect(calls('fn off(price: i64) -> i64 {\n', 'off')).toEqual([]);
    expect(calls('func Off(price int) int {\n', 'Off')).toEqual([]);
    expect(calls('// off(1)\n', 'off')).toEqual([]);
  });
});
