import { describe, expect, it } from 'vitest';
import type { TestFile, WrittenTest } from '../inventory/test-inventory.ts';
import { splitUp } from './split-up.ts';

const FILE = 'test_names.py';
const OLD = [
  'def test_names(self):',
  '    with error("bad"):',
  '        read("a")',
  '    with error("bad"):',
  '        read("b")',
  '    assert read("c") == 3',
];

/** Tests by name, each with its lines, one after the other in one file. */
function written(tests: Readonly<Record<string, readonly string[]>>) {
  const text = Object.values(tests).flat().join('\n');
  const files = new Map([[FILE, { path: FILE, text } as TestFile]]);
  let line = 1;
  const all = Object.fromEntries(
    Object.entries(tests).map(([name, { length }]) => {
      const fact = { lines: { first: line, last: line + length - 1 } };
      line += length;
      return [name, { file: FILE, path: [name], fact } as unknown as WrittenTest];
    }),
  );
  return { files, of: (name: string) => all[name] as WrittenTest };
}

/** The test keeps these of its lines, and these new tests stand beside it; those named `red…` are red. */
const isSplit = (kept: readonly string[], heirs: Readonly<Record<string, readonly string[]>>): boolean => {
  const was = written({ test_names: OLD });
  const is = written({ test_names: kept, ...heirs });
  const given = Object.keys(heirs).map((name) => ({ test: is.of(name), isRed: name.startsWith('red') }));
  return splitUp({ before: was.of('test_names'), after: is.of('test_names') }, given, was.files, is.files);
};

describe('a test that gave a part of it to new tests', () => {
  const [head = '', ...body] = OLD;
  const [bad = '', a = '', , b = '', last = ''] = body;

  it('checks what it checked, if each line stands behind the same one', () => {
    expect(isSplit([head, last], { one: ['def test_a(self):', bad, a], two: ['def test_b(self):', bad, b] })).toBe(
      true,
    );
  });

  it('may lose what a red test takes over', () => {
    expect(isSplit([head, last], { one: ['x', bad, a], red: ['y', '    with error("empty"):', b] })).toBe(true);
    expect(isSplit([head, last], { one: ['x', bad, a], two: ['y', '    with error("empty"):', b] })).toBe(false);
  });

  it('was weakened, if a line is gone or new', () => {
    expect(isSplit([head, last], { one: ['x', bad, a] })).toBe(false);
    expect(isSplit([head, '    return', last], { one: ['x', bad, a], two: ['y', bad, b] })).toBe(false);
    expect(isSplit(OLD, {})).toBe(false);
  });
});
