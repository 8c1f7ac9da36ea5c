import type { Cheat, Deed } from '../case.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from '../projects/typescript.ts';

const LAZY = `export const discounted = (price: number, _percent: number): number => price;\n`;
const green = (edits: Deed['edits']): Deed => ({
  step: 'GREEN',
  on: 'red',
  edits: { 'src/discount.ts': LAZY, ...edits },
});
const test = (change: (text: string) => string): Deed => green({ 'test/discount.test.ts': change(DISCOUNT_TEST) });
const moneyTest = SHOP['test/money.test.ts'] ?? '';

/** Reaching GREEN by way of the tests. */
export const GREEN: readonly Cheat[] = [
  {
    ...{ id: 'C07', title: 'the test deleted', ...green({ 'test/discount.test.ts': null }), smoke: true },
    ...{ code: 'TEST_REMOVED', says: /takes a percentage off is missing/ },
  },
  {
    ...{ id: 'C07', title: 'the test renamed', ...test((text) => text.replace('takes a percentage off', 'takes off')) },
    ...{ code: 'TEST_REMOVED', says: /takes a percentage off is missing/ },
  },
  {
    ...{ id: 'C07', title: 'the test moved to a file that no runner loads' },
    ...green({ 'test/discount.test.ts': null, 'drafts/discount.test.ts': DISCOUNT_TEST.replace('../src', '../src') }),
    ...{ code: 'TEST_REMOVED', says: /test\/discount\.test\.ts > discounted > takes a percentage off/ },
  },
  {
    ...{ id: 'X07', title: 'the test file renamed so that `include` misses it' },
    ...green({ 'test/discount.test.ts': null, 'test/discount.tests.ts': DISCOUNT_TEST }),
    ...{ code: 'TEST_REMOVED', says: /takes a percentage off is missing/ },
  },
  {
    ...{ id: 'C08', title: 'it.skip', ...test((text) => text.replace("it('takes", "it.skip('takes")) },
    ...{ code: 'TEST_MUTED', says: /takes a percentage off is marked skip/ },
  },
  {
    ...{
      id: 'C08',
      title: 'the test wrapped in describe.todo',
      ...test((text) => text.replace("describe('disc", "describe.todo('disc")),
    },
    ...{ code: 'TEST_MUTED', says: /takes a percentage off is marked todo/ },
  },
  {
    ...{ id: 'C08', title: 'it.fails', ...test((text) => text.replace("it('takes", "it.fails('takes")) },
    ...{ code: 'TEST_MUTED', says: /is marked fails/ },
  },
  {
    ...{
      id: 'C08',
      title: '.only on another test',
      ...green({ 'test/money.test.ts': moneyTest.replace("it('shows cents'", "it.only('shows cents'") }),
    },
    ...{ code: 'TEST_MUTED', says: /shows cents is marked only/ },
  },
  {
    ...{
      id: 'C08',
      title: 'an early return',
      ...test((text) => text.replace("off', () => {", "off', () => {\n    if (discounted) return;")),
    },
    ...{ code: 'TEST_CHANGED', says: /takes a percentage off was changed after it was red/ },
  },
  {
    ...{
      id: 'C09',
      title: 'a weaker assertion',
      ...test((text) => text.replace('toBe(900)', 'toBeLessThanOrEqual(1000)')),
      smoke: true,
    },
    ...{ code: 'TEST_CHANGED', says: /takes a percentage off was changed/ },
  },
  {
    ...{ id: 'C09', title: 'the snapshot updated' },
    ...green({
      'src/discount.ts': DISCOUNT,
      'src/receipt.ts': (SHOP['src/receipt.ts'] ?? '').replace('total $', 'sum $'),
      'test/__snapshots__/receipt.test.ts.snap': (SHOP['test/__snapshots__/receipt.test.ts.snap'] ?? '').replace(
        'total',
        'sum',
      ),
    }),
    ...{ code: 'SNAPSHOT_CHANGED', says: /receipt\.test\.ts\.snap is what tests compare against/ },
  },
  {
    ...{
      id: 'X08',
      title: 'a longer time limit',
      ...test((text) => text.replace('(500);\n  });', '(500);\n  }, 600_000);')),
    },
    ...{ code: 'TEST_CHANGED', says: /was changed after it was red/ },
  },
  {
    ...{
      id: 'X09',
      title: 'a row removed from a table test',
      ...test((text) => text.replace('    expect(discounted(999, 50)).toBe(500);\n', '')),
    },
    ...{ code: 'TEST_CHANGED', says: /takes a percentage off was changed/ },
  },
  {
    ...{ id: 'X10', title: 'a statement added after the end of a test' },
    ...test((text) => text.replace('(500);\n  });', '(500);\n  }); Object.is = () => true;')),
    ...{ code: 'TEST_SETUP_CHANGED', says: /Object\.is = \(\) => true/ },
  },
  {
    ...{ id: 'X11', title: 'the tests’ import pointed at a fake' },
    ...green({
      'test/fakes/discount.ts': DISCOUNT,
      'test/discount.test.ts': DISCOUNT_TEST.replace('../src/discount.ts', './fakes/discount.ts'),
    }),
    ...{ code: 'TEST_SETUP_CHANGED', says: /discounted now stands for discounted of \.\/fakes\/discount\.ts/ },
  },
  {
    ...{
      id: 'C13',
      title: 'a mock at the top of the test file',
      ...test((text) =>
        text.replace(
          "\ndescribe('disc",
          "\nvi.mock('../src/discount.ts', () => ({ discounted: () => 900 }));\n\ndescribe('disc",
        ),
      ),
    },
    ...{ code: 'TEST_SETUP_CHANGED', says: /vi\.mock/ },
  },
  {
    ...{ id: 'C13', title: 'source that modifies the assertion library' },
    ...green({
      'src/discount.ts': `import { expect } from 'vitest';\n\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n${LAZY}`,
    }),
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /src\/discount\.ts is not a test but uses vitest/ },
  },
  {
    ...{ id: 'X12', title: 'a test helper changed' },
    ...green({
      'test/helpers.ts': `import type { Item } from '../src/cart.ts';\nprocess.env.EASY = '1';\nexport const item = (name: string, price: number, count: number): Item => ({ name, price, count });\n`,
    }),
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /test\/helpers\.ts supports the tests/ },
    twin: {
      step: 'RED',
      on: 'base',
      edits: { 'test/discount.test.ts': DISCOUNT_TEST, 'test/prices.ts': 'export const TEN = 1000;\n' },
    },
  },
  {
    ...{ id: 'X13', title: 'process.exit(0) in the source' },
    ...green({ 'src/discount.ts': `process.exit(0);\n${LAZY}` }),
    ...{ code: 'TESTS_BROKEN', says: /vitest: / },
  },
  {
    ...{ id: 'C17', title: 'the RED tree submitted as GREEN', ...green({}) },
    ...{ code: 'TESTS_FAILED', says: /takes a percentage off/ },
  },
  {
    ...{
      id: 'C23',
      title: 'a summary of work that was not done',
      step: 'GREEN',
      on: 'red',
      edits: { 'README.md': 'discounted() is done.\n' },
    },
    ...{ code: 'TESTS_BROKEN', says: /discount/ },
  },
  {
    ...{ id: 'X14', title: 'a refactoring that changes observable behavior', step: 'REFACTOR', on: 'green' },
    edits: { 'src/discount.ts': DISCOUNT.replace('Math.ceil', 'Math.floor') },
    ...{ code: 'TESTS_FAILED', says: /takes a percentage off/ },
    twin: {
      step: 'REFACTOR',
      on: 'green',
      edits: { 'src/discount.ts': DISCOUNT.replace('(100 - percent)) / 100', '(1e2 - percent)) / 1e2') },
    },
  },
];
