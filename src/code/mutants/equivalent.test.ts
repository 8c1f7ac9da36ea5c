import { describe, expect, it } from 'vitest';
import { makeMutants } from './make-mutants.ts';

const kinds = async (text: string, language = 'typescript'): Promise<string[]> =>
  (await makeMutants(text, { language })).map(({ kind, before, after }) => `${kind}: ${before} → ${after}`);

describe('symmetric-arguments', () => {
  it('does not swap operands whose order makes no difference', async () => {
    expect(await kinds('const a = Math.max(b, c);\n')).toEqual([]);
    expect(await kinds('a = math.gcd(b, c)\n', 'python')).toEqual([]);
  });
  it('swaps everything else', async () => {
    expect(await kinds('const a = Math.pow(b, c);\n')).toContain('SwappedArgs: b, c → c, b');
    expect(await kinds('a = max(b, c)\n', 'python')).toContain('SwappedArgs: b, c → c, b');
  });
});

describe('same-number-either-way', () => {
  const boundaries = async (text: string, language?: string) =>
    (await kinds(text, language)).filter((told) => told.startsWith('Boundary'));

  it.each([
    'function f(a: number, b: number) { return a < b ? a : b; }\n',
    'function f(a: number, b: number) { return (a >= b) ? b : a; }\n',
    'function f(a: number, b: number) { if (a > b) a = b; return a; }\n',
    'function f(a: string) { return a.length > 80 ? 80 : a.length; }\n',
  ])('takes the same of two equal numbers: %s', async (text) => {
    expect(await boundaries(text)).toEqual([]);
  });
  it('in Python too', async () => {
    expect(await boundaries('def f(a: int, b: int):\n    return a if a < b else b\n', 'python')).toEqual([]);
  });
  it.each([
    ['not known to be numbers', 'function f(a, b) { return a < b ? a : b; }\n'],
    ['may be missing', 'function f(a: number, b?: number) { return a < b ? a : b; }\n'],
    ['something else is taken', 'function f(a: number, b: number) { return a < b ? a : b + 1; }\n'],
    ['something else happens', 'function f(a: number, b: number) { if (a > b) { a = b; g(); } return a; }\n'],
    ['the other case has its own', 'function f(a: number, b: number) { if (a > b) a = b; else g(); return a; }\n'],
  ])('keeps what could be told apart: %s', async (_, text) => {
    expect(await boundaries(text)).toHaveLength(1);
  });
});

describe('equality-excluded', () => {
  const boundaries = async (text: string, language?: string) =>
    (await kinds(text, language)).filter((told) => told.startsWith('Boundary'));

  it.each([
    'const f = (a, b) => a === b ? 0 : a < b ? -1 : 1;\n',
    'function f(a, b) { if (a === b) return 0; return a < b ? -1 : 1; }\n',
    'function f(a, b) { if (b == a) return 0; if (!c) return 2; if (a > b) g(); }\n',
    'function f(a, b) { if (a === b) { g(); } else if (a <= b) h(); }\n',
    'const f = (a, b) => a !== b ? a < b : k;\n',
  ])('the border was dealt with: %s', async (text) => {
    expect(await boundaries(text)).toEqual([]);
  });
  it('in Python too', async () => {
    const text = 'def f(a, b):\n    if a == b:\n        return 0\n    return g(a < b)\n';
    expect(await boundaries(text, 'python')).toEqual([]);
  });
  it.each([
    ['does not leave', 'function f(a, b) { if (a === b) g(); return a < b ? -1 : 1; }\n'],
    ['something comes between', 'function f(a, b) { if (a === b) return 0; a = g(); return a < b ? -1 : 1; }\n'],
    ['a condition may change it', 'function f(a, b) { if (a === b) return 0; if (g()) return 1; return k(a < b); }\n'],
    ['others are compared', 'function f(a, b) { if (a === c) return 0; return a < b ? -1 : 1; }\n'],
    ['unequal, not equal', 'function f(a, b) { if (a !== b) return 0; return k(a < b); }\n'],
    ['read again', 'function f(a) { if (a.x === a.y) return 0; return k(a.x < a.y); }\n'],
    ['another function', 'function f(a, b) { if (a === b) return 0; return (b) => k(a < b); }\n'],
  ])('keeps what could be told apart: %s', async (_, text) => {
    expect(await boundaries(text)).toHaveLength(1);
  });
});

describe('neutral-operand', () => {
  it('one is one either way', async () => {
    const made = await kinds('const a = g(b * 1, c / 1, d << 0); e *= 1;\n');
    expect(made.filter((told) => told.startsWith('Operator'))).toEqual([]);
  });
  it('plus one is not', async () => {
    const made = await kinds('const a = g(b + 1, c % 1, 1 / d);\n');
    expect(made.filter((told) => told.startsWith('Operator'))).toHaveLength(3);
  });
});

describe('leaves-anyway', () => {
  const guards = async (text: string, language?: string) =>
    (await kinds(text, language)).filter((told) => !/^(RemovedCall|Boundary)/.test(told));

  it('a return with nothing after it', async () => {
    expect(await guards('function f(a, b) { g(a); if (a < b) return; }\n')).toEqual([]);
    expect(await guards('for (const x of y) { g(x); if (x) continue; }\n')).toEqual([]);
    expect(await guards('def f(a):\n    g(a)\n    if a:\n        return\n', 'python')).toEqual([]);
  });
  it.each([
    ['something is behind it', 'function f(a) { if (a) return; g(a); }\n'],
    ['it gives something', 'function f(a) { g(a); if (a) return k; }\n'],
    ['asking does something', 'function f(a) { g(a); if (h()) return; }\n'],
    ['it is not the end of the function', 'function f(a) { if (b) { if (a) return; } g(a); }\n'],
  ])('keeps what could be told apart: %s', async (_, text) => {
    expect((await guards(text)).some((told) => told.startsWith('RemovedCheck'))).toBe(true);
  });
});
