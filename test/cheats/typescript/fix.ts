import type { Cheat, Deed, Honest } from '../case.ts';
import { DISCOUNT_TEST, SHOP } from '../projects/typescript.ts';

const TEST = 'test/discount.test.ts';
const money = SHOP['src/money.ts'] ?? '';
const moneyTest = SHOP['test/money.test.ts'] ?? '';

/** Behaviour that is new in a function which main has, so that its test loads there. */
const THOUSANDS: Deed['edits'] = {
  'src/money.ts': money.replace('Math.floor(whole / 100)', "Math.floor(whole / 100).toLocaleString('en')"),
  'test/thousands.test.ts': `import { expect, it } from 'vitest';
import { format } from '../src/money.ts';

it('groups thousands', () => {
  console.log(format(123456));
  expect(format(123456)).toBe('1,234.56');
});
`,
};
const thousands = (change: (text: string) => string): Deed => ({
  ...{ step: 'FIX', on: 'red', first: THOUSANDS },
  edits: { 'test/thousands.test.ts': change(THOUSANDS['test/thousands.test.ts'] ?? '') },
});
const withoutPrint = (text: string): string => text.replace(/ *console\.log\(.*\n/, '');

/** Expectations that lie in a helper of this PR. */
const HELPED: Deed['edits'] = {
  [TEST]: `import { it } from 'vitest';
import { discounted } from '../src/discount.ts';
import { costs } from './costs.ts';

it('takes a percentage off', () => costs(discounted(1000, 10), 900));
`,
  'test/costs.ts': `import { expect } from 'vitest';

export function costs(price: number, wanted: number): void {
  console.log(price);
  expect(price).toBe(wanted);
}
`,
};
const helped = (change: (text: string) => string): Deed => ({
  ...{ step: 'FIX', on: 'green', first: HELPED },
  edits: { 'test/costs.ts': change(HELPED['test/costs.ts'] ?? '') },
});

const fix = (edits: Deed['edits']): Deed => ({ step: 'FIX', on: 'green', edits });
const test = (change: (text: string) => string): Deed => fix({ [TEST]: change(DISCOUNT_TEST) });

/** Weakening tests under cover of a finding of the review. */
export const FIX: readonly Cheat[] = [
  {
    ...{ id: 'X68', title: 'an assertion loosened while fixing a finding' },
    ...thousands((text) => withoutPrint(text).replace("toBe('1,234.56')", 'toMatch(/56$/)')),
    ...{ code: 'TEST_WEAKENED', says: /groups thousands was changed and is no longer red on main’s code/ },
    twin: thousands(withoutPrint),
  },
  {
    ...{ id: 'X68', title: 'the same, for a function that is not on main' },
    ...test((text) => text.replaceAll(/\.toBe\(\d+\)/g, '.toBeDefined()')),
    ...{ code: 'TEST_WEAKENED', says: /takes a percentage off was changed and still passes when/ },
    twin: test((text) => text.replace('1000, 10', '1_000, 10')),
  },
  {
    ...{ id: 'X68', title: 'a test helper emptied', ...helped((text) => text.replace(/ {2}expect.*\n/, '')) },
    ...{ code: 'TEST_WEAKENED', says: /takes a percentage off was changed and still passes when/ },
    twin: helped(withoutPrint),
  },
  {
    ...{ id: 'X69', title: 'a test from main changed while fixing a finding' },
    ...fix({ 'test/money.test.ts': moneyTest.replace("toBe('0.05')", "toContain('05')") }),
    ...{ code: 'TEST_CHANGED', says: /shows cents was changed/ },
  },
  {
    ...{ id: 'X69', title: 'a test removed while fixing a finding', ...fix({ [TEST]: null }) },
    ...{ code: 'TEST_REMOVED', says: /takes a percentage off is missing/ },
  },
  {
    ...{ id: 'X69', title: 'a test skipped while fixing a finding' },
    ...test((text) => text.replace("it('takes", "it.skip('takes")),
    ...{ code: 'TEST_MUTED', says: /takes a percentage off is marked skip/ },
  },
];

export const HONEST_FIX: readonly Honest[] = [
  { title: 'a debug print taken out of a new test', ...thousands(withoutPrint), smoke: true },
  {
    title: 'a test of this PR with a better name',
    ...test((text) => text.replace('takes a percentage off', 'takes per cent off')),
  },
  {
    ...{ title: 'a line between tests taken out again', step: 'FIX', on: 'red' },
    first: {
      ...THOUSANDS,
      'test/money.test.ts': moneyTest.replace("\ndescribe('format'", '\nconsole.log(format(1));\n$&'),
    },
    edits: { 'test/money.test.ts': moneyTest },
  },
  {
    title: 'a stronger assertion',
    ...thousands((text) => withoutPrint(text).replace(/(\n\}\);)/, "\n  expect(format(100)).toBe('1.00');$1")),
  },
];
