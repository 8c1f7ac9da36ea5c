import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../examples/first-run/measure.ts';
import { readTap } from '../../examples/first-run/read-tap.ts';

const claim = { task: 'cart' as const, file: 'cart.js', passing: 3, summary: '' };
const names = ['an empty cart costs nothing', 'adds the prices up', 'counts the quantity'];
const passes = names.map((name) => ({ name, ok: true }));

describe('the check of the first run', () => {
  it('accepts a state that it saw pass', () => {
    expect(verdictOn(claim, passes)).toMatchObject({ accepted: true, passed: 3, why: '' });
  });

  it.each([
    ['a test that failed', passes.map((test, n) => ({ ...test, ok: n !== 2 })), /2 do: "counts the quantity" failed/],
    ['a test that never ran', passes.slice(0, 2), /2 do/],
    ['no test at all (the program ended early)', [], /0 do/],
    ['tests of other names', [{ name: 'passes', ok: true }], /0 do/],
  ])('refuses %s, however sure the claim', (_what, seen, why) => {
    const verdict = verdictOn(claim, seen);
    expect([verdict.accepted, verdict.why]).toEqual([false, expect.stringMatching(why)]);
  });

  it('refuses a claim about another file', () => {
    expect(verdictOn({ ...claim, file: 'kart.js' }, passes)).toMatchObject({ accepted: false });
  });

  it('does not count skipped tests as passed', () => {
    const report =
      'TAP version 13\n# Subtest: a\nok 1 - a\n  ---\n  ...\nok 2 - b # SKIP\nnot ok 3 - c\n    ok 1 - inner\n';
    expect(readTap(report)).toEqual([
      { name: 'a', ok: true },
      { name: 'b', ok: false },
      { name: 'c', ok: false },
    ]);
  });
});
