import { describe, expect, it } from 'vitest';
import { toJavaScript } from './strip.ts';

// Blanks stand where the types were; their number does not matter here.
const flat = (source: string) =>
  toJavaScript('a.ts', source)
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();

describe('toJavaScript', () => {
  it('points imports of own files at the stripped ones', () => {
    expect(flat("import { a } from './a.ts'; export * from '#host/b.ts'; await import(\"../c.ts\");")).toBe(
      "import { a } from './a.js'; export * from '#host/b.js'; await import(\"../c.js\");",
    );
    expect(flat("new URL('./w.ts', import.meta.url); import.meta.resolve('#sim/m.ts');")).toBe(
      "new URL('./w.js', import.meta.url); import.meta.resolve('#sim/m.js');",
    );
  });

  it('leaves text, comments and packages alone', () => {
    const source = "const help = 'edit ./a.ts'; // import './a.ts'\nimport 'some-package/x.ts';";
    expect(flat(source)).toBe(source);
  });

  it('drops types and imports of types, and keeps the line numbers', () => {
    const source = "import type { A } from './a.ts';\nconst x: A = 1 as unknown as A;\nthrow x;";
    const lines = toJavaScript('a.ts', source).split('\n');
    expect(lines.map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual(['', 'const x = 1 ;', 'throw x;']);
  });

  it('finds the place behind characters outside ASCII and inside types', () => {
    expect(flat("const s: 'é😀' = 'é😀';\nimport './a.ts';")).toBe("const s = 'é😀';\nimport './a.js';");
  });
});
