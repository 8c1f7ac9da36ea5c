import { describe, expect, it } from 'vitest';
import { makeStubs } from '#code/facts/make-stubs.ts';
import { languageNamed, TDD_LANGUAGES } from './languages.ts';
import { pythonTdd } from './python.ts';

const SOURCES: Readonly<Record<string, string>> = {
  typescript:
    'export class A { constructor(n: number) {} f(): number { return 1; } }\nexport const g = async (): Promise<number> => 1;\n',
  python:
    'class A:\n    def __init__(self, n): ...\n    def f(self):\n        """Gives one."""\n        ...\n\ng = lambda: 1\n',
};

describe.each(TDD_LANGUAGES)('$name', (language) => {
  it('H3.15 has stubs that throw, and the same ones that return', async () => {
    const text = SOURCES[language.name] ?? '';
    const only = ['A', 'g'];
    const bodied = (await language.signaturesToBodies?.(text, ['A.__init__', 'A.f'])) ?? text;
    const { name, declaration } = language.sentinel;
    const made = await makeStubs(bodied, language.grammar, { sentinel: name, importLine: declaration, only });
    if (!made.ok) throw new Error(made.why);
    expect(made.stubbed).toHaveLength(3);
    const returning = language.returning(made.text);
    expect(returning.split(declaration).join('')).not.toContain(name);
    expect(returning).not.toBe(made.text);
  });

  it('knows a test file from a module', () => {
    const { implPath, testPath } =
      language.name === 'python'
        ? { implPath: 'a.py', testPath: 'test_a.py' }
        : { implPath: 'a.ts', testPath: 'a.test.ts' };
    expect([language.isTestPath(testPath), language.isTestPath(implPath)]).toEqual([true, false]);
  });
});

describe('imports of the module', () => {
  it.each([
    ['typescript', '../src/stack.ts', true],
    ['typescript', '../src/stack.js', true],
    ['typescript', '../src/stacks.ts', false],
    ['typescript', 'stack', false],
    ['python', 'src.stack', true],
    ['python', 'stack', true],
    ['python', 'other.stack', false],
    ['python', '..src.stack', true],
    ['python', 'tack', false],
  ])('%s: %s → %s', (language, imported, expected) => {
    const end = language === 'python' ? 'py' : 'ts';
    expect(languageNamed(language).isModule(imported, `test/stack.test.${end}`, `src/stack.${end}`)).toBe(expected);
  });

  it('python signatures become bodies only where a body is missing', async () => {
    const text = 'def a(): ...\n\ndef b():\n    return [...]\n';
    expect(await pythonTdd.signaturesToBodies?.(text, ['a', 'b'])).toBe(
      'def a(): pass\n\ndef b():\n    return [...]\n',
    );
  });
});
