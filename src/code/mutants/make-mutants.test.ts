import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../parse/parse-text.ts';
import { makeMutants } from './make-mutants.ts';
import { applyEdits, MUTANT_KINDS } from './mutant.ts';

/** `kind: before → after` of every mutant. */
async function told(text: string, language = 'typescript'): Promise<string[]> {
  const mutants = await makeMutants(text, { language });
  return mutants.map(({ kind, before, after }) => `${kind}: ${before} → ${after}`);
}
const inFunction = (body: string): string => `function f(a: number, b: number) {\n${body}\n}\n`;
const inPython = (body: string): string => `def f(a, b):\n${body.replaceAll(/^/gm, '    ')}\n`;

describe('H6.1 kinds of mutants in TypeScript', () => {
  it.each([
    ['Boundary', 'return g(a < b);', '< → <='],
    ['Boundary', 'return g(a >= b);', '>= → >'],
    ['ConditionFlip', 'if (a) g(); else h();', 'a → !(a)'],
    ['ConditionFlip', 'while (!a) g();', '!a → a'],
    ['ConditionFlip', 'return a ? 1 : 2;', 'a → !(a)'],
    ['ConditionFlip', 'return g(a && b);', '&& → ||'],
    ['ConditionFlip', 'return g(a !== b);', '!== → ==='],
    ['OffByOne', 'return g(7);', '7 → 8'],
    ['OffByOne', 'return g.slice(1);', '1 → 0'],
    ['OffByOne', 'return g[i];', 'i → i + 1'],
    ['OffByOne', 'return 10n * a;', '10n → 11n'],
    ['SwappedArgs', 'return g(a, b);', 'a, b → b, a'],
    ['SwappedArgs', "return new G('x', 'y');", "'x', 'y' → 'y', 'x'"],
    ['RemovedCheck', 'if (a < 0) throw new Error("a");\nreturn b;', 'if (a < 0) throw new Error("a"); → ;'],
    ['RemovedCheck', 'if (a) return 1;\nreturn b;', 'if (a) return 1; → ;'],
    ['RemovedCheck', 'for (const x of a) { if (x) continue; g(x); }', 'if (x) continue; → ;'],
    ['RemovedCheck', 'assertPositive(a);\nreturn b;', 'assertPositive(a); → ;'],
    ['RemovedCheck', 'switch (a) { default: throw new Error("b"); }', 'throw new Error("b"); → ;'],
    ['Operator', 'return g(a + b);', '+ → -'],
    ['Operator', 'a *= b; return a;', '*= → /='],
    ['Operator', 'a++; return a;', '++ → --'],
    ['Operator', 'return g(-a);', '-a → a'],
    ['Operator', "return g('x' + a);", "'x' + a → 'x'"],
    ['WrongBranch', 'return a ? b : 2;', 'a ? b : 2 → b'],
    ['WrongBranch', 'if (a) g(); else h();', 'a → true'],
    ['WrongBranch', 'if (a) g(); else h();', 'a → false'],
    ['WrongBranch', 'return g(a || b);', 'a || b → b'],
    ['WrongBranch', 'return g(a ?? b);', 'a ?? b → b'],
    ['WrongBranch', 'return g(true);', 'true → false'],
    ['ReturnValue', 'return g(a);', 'g(a) → undefined'],
    ['ReturnValue', 'return a * b;', 'a * b → 0'],
    ['ReturnValue', `return \`x\${a}\`;`, `\`x\${a}\` → ''`],
    ['ReturnValue', 'return a < b;', 'a < b → true'],
    ['RemovedCall', 'g(a);\nreturn b;', 'g(a); → ;'],
    ['RemovedCall', 'await g(a);\nreturn b;', 'await g(a); → ;'],
  ])('%s in %s', async (kind, body, change) => {
    expect(await told(inFunction(body))).toContain(`${kind}: ${change}`);
  });

  it('reads JavaScript and TSX as well', async () => {
    expect(await told('export const f = (a) => a + 1;\n', 'javascript')).toContain('Operator: + → -');
    const tsx = 'export const F = ({ n }: { n: number }) => <p title="x">{n > 1 ? <b>{n}</b> : null}</p>;\n';
    expect(await told(tsx, 'tsx')).toContain('Boundary: > → >=');
  });
});

describe('H6.1 kinds of mutants in Python', () => {
  it.each([
    ['Boundary', 'return g(a < b)', '< → <='],
    ['Boundary', 'return g(0 < a <= b)', '<= → <'],
    ['ConditionFlip', 'if a:\n    g()\nelif b:\n    h()', 'b → not (b)'],
    ['ConditionFlip', 'if not a:\n    g()\nelse:\n    h()', 'not a → a'],
    ['ConditionFlip', 'return 1 if a else 2', 'a → not (a)'],
    ['ConditionFlip', 'return [x for x in a if x]', 'x → not (x)'],
    ['ConditionFlip', 'return g(a not in b)', 'not in → in'],
    ['ConditionFlip', 'return g(a is None)', 'is → is not'],
    ['ConditionFlip', 'return g(a and b)', 'and → or'],
    ['OffByOne', 'return a[1:]', '1 → 2'],
    ['OffByOne', 'return a[1:]', '1 → 0'],
    ['OffByOne', 'return a[i]', 'i → i + 1'],
    ['SwappedArgs', 'return g(a, b)', 'a, b → b, a'],
    [
      'RemovedCheck',
      'if a < 0:\n    raise ValueError("a")\nreturn b',
      'if a < 0:\n        raise ValueError("a") → pass',
    ],
    ['RemovedCheck', 'assert a, "no"\nreturn b', 'assert a, "no" → pass'],
    ['RemovedCheck', 'try:\n    g()\nexcept KeyError:\n    raise X()', 'raise X() → pass'],
    ['Operator', 'return g(a // b)', '// → *'],
    ['Operator', 'a += b\nreturn a', '+= → -='],
    ['WrongBranch', 'return b if a else 2', 'b if a else 2 → 2'],
    ['ReturnValue', 'return g(a)', 'g(a) → None'],
    ['ReturnValue', 'return [a]', '[a] → []'],
    ['RemovedCall', 'a.append(b)\nreturn a', 'a.append(b) → pass'],
  ])('%s in %s', async (kind, body, change) => {
    expect(await told(inPython(body), 'python')).toContain(`${kind}: ${change}`);
  });
});

describe('code that is never mutated', () => {
  it.each([
    ['types', 'type A = 1 | 2; interface B { a: 3 } declare const c: 4; enum D { x = 5 }\n'],
    ['annotations and casts', 'let a: 1 | 2; const b = a as 2; let c: Array<3>;\n'],
    ['imports and exports', "import { a } from './a.ts'; export { b } from './b.ts';\n"],
    ['decorators', '@D(1, 2) class A {}\n'],
    ['keys', 'const a = { 1: b, [`x`]: c };\n'],
    ['log calls', 'console.log(a + 1, b < 2); logger.info(c ? 1 : 2); this.log.debug(d);\n'],
    ['tests in the source', "if (import.meta.vitest) { it('a', () => { g(1); }); }\ndescribe('x', () => { h(2); });\n"],
    ['dead branches', 'if (false) { g(1); } while (false) h(2);\n'],
  ])('%s in TypeScript', async (_, text) => {
    expect(await told(text)).toEqual([]);
  });

  it.each([
    ['imports and annotations', 'from a import b\nimport c\nx: "Literal[1]"\ntype T = list[2]\n'],
    ['tests', 'def test_a():\n    assert f(1) == 2\n\nclass TestB:\n    def test_c(self):\n        g(1, 2)\n'],
    ['type checking and scripts', 'if TYPE_CHECKING:\n    g(1)\nif __name__ == "__main__":\n    main(2)\n'],
    ['log calls', 'logger.info("a", b + 1)\nprint(c, d)\nlogging.warning(e)\n'],
    ['decorators and docstrings', '@d(1)\ndef f():\n    """1 < 2"""\n'],
  ])('%s in Python', async (_, text) => {
    expect(await told(text, 'python')).toEqual([]);
  });

  it('code after a return, but a function that is declared there', async () => {
    const made = await told('function f() {\n  return g();\n  h(1);\n  function g() { return k(2); }\n}\n');
    expect(made).not.toContain('OffByOne: 1 → 2');
    expect(made).toContain('OffByOne: 2 → 3');
  });

  it('the wording of an error', async () => {
    const made = await told(inFunction(`throw new RangeError(\`more than \${a + 1}\` + "x" + b);`));
    expect(made).toEqual([expect.stringContaining('RemovedCheck')]);
  });

  it('the step of a loop’s head', async () => {
    expect(await told('for (let i = 0; i < n; i++) g(i);\n')).not.toContain('Operator: ++ → --');
  });
});

const SAMPLE = `
export class Basket {
  #items: number[] = [];
  add(price: number, count = 1): this {
    if (price < 0 || count < 1) throw new RangeError('no');
    for (let i = 0; i < count; i++) this.#items.push(price);
    return this;
  }
  total(discount: number): number {
    const sum = this.#items.reduce((a, b) => a + b, 0);
    return sum > 100 ? sum * (1 - discount) : sum;
  }
}
`;

describe('every mutant', () => {
  it('parses, differs from the text and from every other, and says where and what', async () => {
    for (const [text, language] of [
      [SAMPLE, 'typescript'],
      [SAMPLE, 'tsx'],
      [inPython('while a < b:\n    a += 1\n    if a == 3: return a\nreturn [x for x in b if x > a]'), 'python'],
    ] as const) {
      const mutants = await makeMutants(text, { language });
      const texts = mutants.map(({ edits }) => applyEdits(text, edits));
      expect(mutants.length).toBeGreaterThan(10);
      expect(new Set([text, ...texts]).size).toBe(texts.length + 1);
      expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
      for (const [at, mutant] of mutants.entries()) {
        const parsed = await parseText(texts[at] ?? '', language);
        expect(parsed.ok && parsed.tree.errors.length, mutant.description).toBe(0);
        const line = text.split('\n')[mutant.line - 1] ?? '';
        expect(mutant.before.startsWith(line.slice(mutant.column - 1).slice(0, mutant.before.length))).toBe(true);
        expect(MUTANT_KINDS).toContain(mutant.kind);
      }
    }
  });

  it('knows the function that contains it', async () => {
    const mutants = await makeMutants(`${SAMPLE}\nconst LIMIT = 5;\n`, { language: 'typescript' });
    const symbols = new Set(mutants.map(({ symbol }) => symbol));
    expect(symbols).toEqual(new Set(['Basket.add', 'Basket.total', null]));
  });

  it('touches only the requested lines', async () => {
    const all = await makeMutants(SAMPLE, { language: 'typescript' });
    const some = await makeMutants(SAMPLE, { language: 'typescript', lines: [{ first: 5, last: 5 }] });
    expect(some).toEqual(all.filter(({ line, endLine }) => line <= 5 && endLine >= 5));
    expect(some.length).toBeGreaterThan(3);
    expect(await makeMutants(SAMPLE, { language: 'typescript', lines: [] })).toEqual([]);
  });

  it('is found by offsets that hold with characters of any width', async () => {
    const text = "const a = '𝒳é日本';\nexport const f = (x: number) => x > 1;\n";
    const [first] = await makeMutants(text, { language: 'typescript', lines: [{ first: 2, last: 2 }] });
    expect(first && applyEdits(text, first.edits).startsWith("const a = '𝒳é日本';\n")).toBe(true);
  });

  it('is the same every time, and never breaks whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), fc.integer({ min: 0, max: SAMPLE.length }), async (noise, at) => {
        const text = SAMPLE.slice(0, at) + noise + SAMPLE.slice(at);
        const language = 'typescript';
        expect(await makeMutants(text, { language, limit: 5 })).toEqual(
          await makeMutants(text, { language, limit: 5 }),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('is refused for an unknown language', async () => {
    await expect(makeMutants('x', { language: 'cobol' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
