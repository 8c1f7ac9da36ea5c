import type { Cheat, Deed, Honest } from '../case.ts';
import { PY_DISCOUNT_TEST, PY_SHOP } from '../projects/python.ts';

const TEST = 'tests/test_discount.py';
const moneyTest = PY_SHOP['tests/test_money.py'] ?? '';
const fix = (edits: Deed['edits']): Deed => ({ step: 'FIX', on: 'green', edits });
const test = (change: (text: string) => string): Deed => fix({ [TEST]: change(PY_DISCOUNT_TEST) });

/** A print that a RED step left in its test. */
const printed = (change: (text: string) => string): Deed => ({
  ...fix({ [TEST]: change(PY_DISCOUNT_TEST) }),
  first: { [TEST]: PY_DISCOUNT_TEST.replace('    assert', '    print("debug", discounted(1, 1))\n    assert') },
});

/** Weakening tests under cover of a finding of the review. */
export const FIX: readonly Cheat[] = [
  {
    ...{ id: 'X68', title: 'an assertion loosened while fixing a finding' },
    ...printed((text) => text.replaceAll(/ == \d+/g, ' is not None')),
    ...{ code: 'TEST_WEAKENED', says: /test_takes_a_percentage_off was changed and still passes when/ },
    twin: printed((text) => text),
  },
  {
    ...{ id: 'X69', title: 'a test from main changed while fixing a finding' },
    ...fix({ 'tests/test_money.py': moneyTest.replace(/ == .*/, ' != ""') }),
    ...{ code: 'TEST_CHANGED', says: /was changed/ },
  },
  {
    ...{ id: 'X69', title: 'a test skipped while fixing a finding' },
    ...test((text) => text.replace('def test_takes', '@pytest.mark.skip\ndef test_takes')),
    ...{ code: 'TEST_MUTED', says: /test_takes_a_percentage_off is marked skip/ },
  },
];

export const HONEST_FIX: readonly Honest[] = [
  { title: 'a debug print taken out of a new test', ...printed((text) => text) },
  {
    title: 'a test of this PR with a better name',
    ...test((text) => text.replace('test_takes_a_percentage_off', 'test_takes_per_cent_off')),
  },
];
