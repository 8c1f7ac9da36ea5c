import type { Attack } from '../attack.ts';

export const RIGHT = 'Math.ceil((price * (100 - percent)) / 100)';
const GUARD = "  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');\n";

type More = Partial<Attack>;
const of =
  (language: Attack['language'], only: RegExp | undefined) =>
  (id: string, title: string, green: Attack['green'], more: More = {}): Attack => ({
    ...{ id, title, language, green },
    ...(only ? { only } : {}),
    ...more,
  });

/** The runner for an attack; older attacks cover other import styles of the same runner. */
export const node = of('javascript', /named imports/);
export const vitest = of('typescript', undefined);
export const mocha = of('mocha', undefined);
export const jest = of('jest', undefined);
export const pytest = of('python', /names from a module/);
export const unittest = of('python', /unittest/);
export const go = of('go', undefined);
export const rust = of('rust', undefined);

/** `discounted` with another body. */
export const js = (body: string, before = ''): Attack['green'] => ({
  'src/discount.js': `${before}export function discounted(price, percent) {\n${GUARD}${body}}\n`,
});
export const ts = (body: string, before = ''): Attack['green'] => ({
  'src/discount.ts': `${before}export function discounted(price: number, percent: number): number {\n${GUARD}${body}}\n`,
});
export const cjs = (body: string, before = ''): Attack['green'] => ({
  'src/discount.js': `${before}function discounted(price, percent) {\n${GUARD}${body}}\nmodule.exports = { discounted };\n`,
});
export const PY_RIGHT = '-(-price * (100 - percent) // 100)';
const PY_GUARD = '    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n';
export const py = (body: string, before = ''): Attack['green'] => ({
  'shop/discount.py': `${before}def discounted(price, percent):\n${PY_GUARD}${body}`,
});

/** A test file of `node:test` for something of `src/discount.js`. */
export const jsTest = (imports: string, body: string): Attack['green'] => ({
  'test/discount.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${imports} } from '../src/discount.js';\n\n${body}`,
});
export const tsTest = (imports: string, body: string, from = 'expect, it'): Attack['green'] => ({
  'test/discount.test.ts': `import { ${from} } from 'vitest';\nimport { ${imports} } from '../src/discount.ts';\n\n${body}`,
});
export const pyTest = (imports: string, body: string, before = ''): Attack['green'] => ({
  'tests/test_discount.py': `${before}from shop.discount import ${imports}\n\n\n${body}`,
});
