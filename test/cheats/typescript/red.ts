import type { Cheat, Deed } from '../case.ts';
import { DISCOUNT_TEST, SHOP } from '../projects/typescript.ts';

const red = (edits: Deed['edits']): Deed => ({ step: 'RED', on: 'base', edits });
const file = (text: string): Deed => red({ 'test/discount.test.ts': text });
const money = SHOP['src/money.ts'] ?? '';
const moneyTest = SHOP['test/money.test.ts'] ?? '';

/** A test of behaviour that is there in part: it loads, and fails on its assertion. */
const GROUPED = `${moneyTest}
it('groups thousands', () => {
  expect(format(123456)).toBe('1,234.56');
});
`;

export const RED: readonly Cheat[] = [
  {
    ...{ id: 'C05', title: 'a syntax error', ...file(`${DISCOUNT_TEST}\nit('is broken', () => {\n`) },
    ...{ code: 'RED_BROKEN', says: /broken, not red \(syntax\)/ },
  },
  {
    ...{ id: 'C05', title: 'an import of a package that is not installed' },
    ...file(
      `import leftPad from 'left-pad-extra';\n${DISCOUNT_TEST}\nit('pads', () => { expect(leftPad('1')).toBe(' 1'); });\n`,
    ),
    ...{ code: 'RED_BROKEN', says: /"left-pad-extra", which is neither installed nor part of this project/ },
  },
  {
    ...{ id: 'C05', title: 'a test that crashes the runner' },
    ...file(
      `import { it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('crashes', () => {\n  format(1);\n  process.abort();\n});\n`,
    ),
    ...{ code: 'RED_BROKEN', says: /broken, not red/ },
  },
  {
    ...{ id: 'C05', title: 'a test that times out' },
    ...file(
      `import { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('waits', async () => {\n  await new Promise(() => {});\n  expect(format(1)).toBe('0.01');\n}, 50);\n`,
    ),
    ...{ code: 'RED_WRONG_REASON', says: /waits fails by time-out/ },
  },
  {
    ...{ id: 'C05', title: 'a failing unrelated test' },
    ...red({
      'test/discount.test.ts': `import { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('formats', () => { expect(format(100)).toBe('1.00'); });\n`,
      'src/money.ts': money.replace("cents < 0 ? '-' : ''", "''"),
    }),
    ...{ code: 'UNRELATED_FAILURE', says: /shows debts/ },
  },
  {
    ...{ id: 'C05', title: 'an undefined name in the test' },
    ...file(
      `import { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('formats', () => { expect(format(fiftyCents)).toBe('0.50'); });\n`,
    ),
    ...{ code: 'RED_WRONG_REASON', says: /fiftyCents is not defined/ },
  },
  {
    ...{ id: 'C05', title: 'a test that throws on its own' },
    ...file(
      `import { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('formats', () => {\n  expect(format(1)).toBe('0.01');\n  throw new Error('not done');\n});\n`,
    ),
    ...{ code: 'RED_WRONG_REASON', says: /formats fails by exception at test\/discount\.test\.ts/ },
  },
  {
    ...{ id: 'C06', title: 'expect(false).toBe(true)', smoke: true },
    ...file(`import { expect, it } from 'vitest';\nit('is to be done', () => { expect(false).toBe(true); });\n`),
    ...{ code: 'RED_VACUOUS', says: /is to be done asserts nothing but constants/ },
  },
  {
    ...{ id: 'C06', title: 'a test that never touches the code' },
    ...file(
      `import { expect, it } from 'vitest';\nit('takes off', () => {\n  const price = 1000;\n  expect(price - 1).toBe(900);\n});\n`,
    ),
    ...{ code: 'RED_VACUOUS', says: /takes off never calls the code of this project/ },
  },
  {
    ...{ id: 'X01', title: 'a test that already passes' },
    ...file(
      `import { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\nit('formats', () => { expect(format(100)).toBe('1.00'); });\n`,
    ),
    ...{ code: 'RED_PASSES', says: /pass already: test\/discount\.test\.ts > formats/ },
    twin: red({ 'test/money.test.ts': GROUPED }),
  },
  {
    ...{ id: 'X02', title: 'a test in a place the runner does not search' },
    ...red({ 'spec/discount.test.ts': DISCOUNT_TEST }),
    ...{ code: 'TEST_NOT_RUN', says: /spec\/discount\.test\.ts > .* did not run/ },
  },
  {
    ...{ id: 'X03', title: 'a table test without rows' },
    ...red({
      'test/money.test.ts': `${GROUPED}\nit.each([])('shows %i', (cents) => {\n  expect(format(cents)).toBe('');\n});\n`,
    }),
    ...{ code: 'TEST_NOT_RUN', says: /shows %i did not run/ },
    twin: red({
      'test/money.test.ts': `${GROUPED}\nit.each([700, 900])('shows %i', (cents) => {\n  expect(format(cents)).toBe(\`\${cents / 100}.00\`);\n});\n`,
    }),
  },
  {
    ...{ id: 'X04', title: 'a hard test deleted and a trivial one added, so the count stays the same' },
    ...red({
      'test/discount.test.ts': DISCOUNT_TEST,
      'test/money.test.ts': moneyTest.replace(
        / {2}it\('shows debts'[\s\S]*?\n {2}\}\);/,
        "  it('is a function', () => {\n    expect(typeof format).toBe('function');\n  });",
      ),
    }),
    ...{ code: 'TESTS_REMOVED', says: /money\.test\.ts > format > shows debts/ },
    twin: red({
      'test/discount.test.ts': DISCOUNT_TEST,
      'test/money.test.ts': moneyTest.replace('shows debts', 'shows what is owed'),
    }),
  },
  {
    ...{ id: 'X05', title: 'a test weakened in an unrelated RED step' },
    ...red({
      'test/discount.test.ts': DISCOUNT_TEST,
      'test/money.test.ts': moneyTest.replace("toBe('-2.50')", 'toBeDefined()'),
    }),
    ...{ code: 'TEST_WEAKENED', says: /shows debts was changed and still passes/ },
    twin: red({ 'test/money.test.ts': moneyTest.replace("toBe('-2.50')", "toBe('(2.50)')") }),
  },
  {
    ...{ id: 'X06', title: 'expect imported from another module, tests unchanged' },
    ...red({
      'test/discount.test.ts': DISCOUNT_TEST,
      'test/kind.ts': 'export const expect = (_: unknown) => ({ toBe() {} });\n',
      'test/money.test.ts': moneyTest.replace(
        "import { describe, expect, it } from 'vitest';",
        "import { describe, it } from 'vitest';\nimport { expect } from './kind.ts';",
      ),
    }),
    ...{ code: 'TEST_SETUP_CHANGED', says: /expect now stands for expect of \.\/kind\.ts/ },
  },
];
