import { describe, expect, it } from 'vitest';
import { specifiersOf } from './specifiers.ts';

const valuesIn = (source: string) => specifiersOf('x.ts', source).map(({ value }) => value);

describe('specifiersOf', () => {
  it.each([
    ['an import', "import { a } from './a.ts';", ['./a.ts']],
    ['a type-only import', "import type { A } from './a.ts';", ['./a.ts']],
    ['an import for its effects', "import './a.ts';", ['./a.ts']],
    ['a re-export', "export { a } from './a.ts'; export * from './b.ts';", ['./a.ts', './b.ts']],
    ['a type-only re-export', "export type { A } from './a.ts';", ['./a.ts']],
    ['a dynamic import', "const a = await import('./a.ts');", ['./a.ts']],
    [
      'a type taken from an import',
      "let a: import('./a.ts').A; type B = typeof import('./b.ts');",
      ['./a.ts', './b.ts'],
    ],
    ['a URL beside the file', "new Worker(new URL('./a.ts', import.meta.url));", ['./a.ts']],
    ['a resolved name', "import.meta.resolve('#sim/main.ts');", ['#sim/main.ts']],
  ])('finds %s', (_what, source, expected) => {
    expect(valuesIn(source)).toEqual(expected);
  });

  it('passes over text that only looks like one', () => {
    expect(
      valuesIn(`// import './comment.ts'
        const text = "import './text.ts'"; const path = './path.ts';
        new URL('./other.ts', base); new URL('https://example.test', import.meta.url); export const x = 1;`),
    ).toEqual([]);
  });

  it('gives the offsets of the quoted text, also behind characters outside ASCII', () => {
    const source = "// é😀\nimport './a.ts';";
    const [first] = specifiersOf('x.ts', source);
    expect(first && source.slice(first.start, first.end)).toBe("'./a.ts'");
  });

  it('refuses a file it cannot read, by name', () => {
    expect(() => specifiersOf('broken.ts', 'import {')).toThrow(/broken\.ts does not parse/);
  });
});
