import { describe, expect, it } from 'vitest';
import { applyEdits, type TextEdit } from './mutant.ts';
import { failingFile, failingFunction, neutralEdit } from './sanity.ts';

const made = (text: string, edit: TextEdit | null): string | null => edit && applyEdits(text, [edit]);

/** What the text does when it is loaded as a program. */
const load = (text: string): unknown => new Function(text)();

describe('sanity mutants', () => {
  it('change nothing with a comment', () => {
    const text = 'return 5';
    expect(load(made(text, neutralEdit(text, 'javascript')) ?? '')).toBe(5);
    expect(made('x = 1', neutralEdit('x = 1', 'python'))).toBe('x = 1\n# assay: nothing was changed\n');
  });

  it('fail when a file is loaded', () => {
    const text = 'const a = 1';
    expect(() => load(made(text, failingFile(text, 'javascript')) ?? '')).toThrow('sanity');
  });

  it.each([
    ['a function', 'function f() {\n  return 1;\n}\nreturn () => f();'],
    ['an arrow with an expression', 'const f = () =>\n  ({ a: 1 });\nreturn () => f();'],
    ['a method', 'class A {\n  f() { return 1; }\n}\nreturn () => new A().f();'],
    ['a callback’s function', 'const f = () => {\n  return [1].map((x) => x);\n};\nreturn () => f();'],
  ])('fail when %s is called, and not before', async (_, text) => {
    const call = load(made(text, await failingFunction(text, 'javascript', 2)) ?? '');
    expect(call).toThrow('sanity');
  });

  it('leave the code after them reachable: a type checker refuses it otherwise', async () => {
    const text = 'function f(a?: string): string {\n  if (a) return a;\n  return "";\n}\n';
    expect(made(text, await failingFunction(text, 'typescript', 2))).toMatch(/\{ if \(.*\) throw .*;\n {2}if \(a\)/);
    const arrow = 'const f = (a: number): number =>\n  a + 1;\n';
    expect(made(arrow, await failingFunction(arrow, 'typescript', 2))).toMatch(/throw .*; return \(a \+ 1\); \}/);
  });

  it('know where a Python body begins', async () => {
    const text = 'def f(a):\n    """doc"""\n    return a\n\ndef g(): return 1\n';
    expect(made(text, await failingFunction(text, 'python', 3))).toContain(
      '):\n    raise RuntimeError("assay: a sanity mutant")\n    """doc"""\n',
    );
    expect(made(text, await failingFunction(text, 'python', 5))).toContain(
      'def g(): raise RuntimeError("assay: a sanity mutant"); return 1',
    );
  });

  it('are not made where there is no function', async () => {
    expect(await failingFunction('const a = 1;\n', 'typescript', 1)).toBeNull();
    expect(await failingFunction('declare function f(): void;\n', 'typescript', 1)).toBeNull();
  });
});
