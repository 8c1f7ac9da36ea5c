import { describe, expect, it } from 'vitest';
import { instrumentJavascript } from './instrument-javascript.ts';

const assertions = (text: string) =>
  instrumentJavascript({ path: 'a.test.ts', text, recorder: '/r.cjs', key: 'k', tests: [2] });

const must = (line: string): (readonly [string, boolean])[] =>
  assertions(`import { own } from '../src/own.js';\nit('a', async () => { ${line} });\n`)?.assertions.map(
    ({ how, must: meant }) => [how, meant] as const,
  ) ?? [];

describe('G14.10 assertions of a test', () => {
  it.each([
    'expect(f()).toBe(g());',
    'if (x) expect(f()).toBe(g());',
    'x === 1 && assert.equal(f(), 1);',
    'return expect(p).resolves.toBe(1);',
    'void Promise.all([expect(p).resolves.toBe(1)]);',
    'const check = () => assert(f());',
    'expect(x).to.be.true;',
    'await expect(p).rejects.toThrow();',
    't.is(f(), 1);',
    'st.equal(f(), 1);',
    '(expect(f())).toBe(1);',
    '(expect(f()) as any).toBeEven();',
    'expect(f())!.toBe(1);',
  ])('must hold: %s', (line) => {
    expect(must(line).map(([, meant]) => meant)).toEqual([true]);
  });

  it.each([
    'assert.fail("no");',
    'expect.unreachable();',
    'assert(false);',
    'expect(true).toBe(false);',
    'expect.assertions(1);',
    't.plan(1);',
    'expect.extend({});',
  ])('need not be reached: %s', (line) => {
    expect(must(line).filter(([, meant]) => meant)).toEqual([]);
  });

  it('of the project’s own library are under test themselves', () => {
    const text =
      "import { expect } from '../src/expect.js';\nit('a', () => { try { expect(f()).toBe(1); } catch {} });\n";
    expect(assertions(text)?.assertions.map(({ must: meant }) => meant)).toEqual([false]);
  });

  it('are reported without the code that catches their errors', () => {
    const text = "\nit('a', () => { void expect(p).resolves.toBe(1).catch(() => {}); });\n";
    expect(assertions(text)?.text).toContain(
      'k().d("ka0", expect(k().g("ka0", (p))).resolves.toBe(k().w("ka0", (1)))).catch(',
    );
  });

  it('ask nothing where they stop at `expect`', () => {
    expect(must('expect(f() === 1);')).toEqual([['asks nothing', true]]);
  });
});
