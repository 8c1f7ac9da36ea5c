import { describe, expect, it } from 'vitest';
import { gutted } from './gut-edits.ts';

const fn = (name: string, line: number) => ({ name, line, exported: true, parameters: 1 });
const TYPESCRIPT =
  'export function a(x: number): number {\n  return x;\n}\nexport const b = (x: number) => x + 1;\nclass C {\n  m() { return 1; }\n}\n';
const PYTHON = 'def a(x):\n    """Doc."""\n    return x\n\n\ndef b(x): return x\n';

describe('a gutted file', () => {
  it('throws, or returns nonsense, in every named function', async () => {
    const source = { text: TYPESCRIPT, language: 'typescript', functions: [fn('a', 1), fn('b', 4), fn('C.m', 6)] };
    const throwing = await gutted(source, 'throws');
    expect(throwing?.match(/throw new Error/g)).toHaveLength(3);
    const nonsense = await gutted(source, 'nonsense');
    expect(nonsense?.match(/return Symbol\.for\('nonsense'\)/g)).toHaveLength(3);
    expect(nonsense).not.toContain('throw');
  });

  it('in Python too', async () => {
    const source = { text: PYTHON, language: 'python', functions: [fn('a', 1), fn('b', 6)] };
    expect((await gutted(source, 'nonsense'))?.match(/return \.\.\./g)).toHaveLength(2);
    expect((await gutted(source, 'throws'))?.match(/raise RuntimeError/g)).toHaveLength(2);
  });

  it('has a lambda assigned to a name gutted too', async () => {
    const source = { text: 'half = lambda price: price // 2\n', language: 'python', functions: [fn('half', 1)] };
    expect(await gutted(source, 'nonsense')).toBe('half = lambda price: ...\n');
    expect(await gutted(source, 'throws')).toContain('.throw(RuntimeError');
  });

  it('has changed functions without a body gutted too, on request', async () => {
    const text = "export const a = new Function('x', 'return x');\nexport const b = KNOWN.get.bind(KNOWN);\n";
    const source = { text, language: 'javascript', functions: [] };
    expect(await gutted(source, 'throws')).toBe(null);
    const made = await gutted(source, 'throws', { path: 'a.js', lines: [{ first: 1, last: 1 }] });
    expect(made).toMatch(
      /^export const a = \(\(own\) => .*throw new Error.*\)\(\(new Function\('x', 'return x'\)\)\);$/m,
    );
    expect(made).toMatch(/^export const b = KNOWN\.get/m);
    const { a } = await import(`data:text/javascript,${encodeURIComponent(`${made?.split('\n')[0]}`)}`);
    expect(() => a(1)).toThrow();
  });

  it('does not exist if no function was named', async () => {
    expect(await gutted({ text: TYPESCRIPT, language: 'typescript', functions: [] }, 'throws')).toBe(null);
  });
});
