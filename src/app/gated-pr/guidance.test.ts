import { describe, expect, it } from 'vitest';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { requireWaivable } from './guidance.ts';

const finding = { file: 'src/a.ts', line: 3, message: 'a debug print' };
/** Only the fields that a waiver reads. */
const halted = (kind: 'review' | 'blocked'): GatedState =>
  ({ halted: { kind, why: 'it goes in circles', from: 'CODE_REVIEW' }, review: { open: [finding] } }) as never;

describe('X7.18 a waiver, on the command line and in the window', () => {
  it('is a number of a finding that the halted review has', () => {
    expect(requireWaivable(halted('review'), '1')).toBe(1);
  });

  it.each(['2', '0', 'one', '-1'])('is refused for %s, with the findings there are', (word) => {
    expect(() => requireWaivable(halted('review'), word)).toThrow(
      expect.objectContaining({ code: 'USAGE', next: expect.stringContaining('1. src/a.ts:3: a debug print') }),
    );
  });

  it('is refused where no review has halted', () => {
    expect(() => requireWaivable(halted('blocked'), '1')).toThrow(
      expect.objectContaining({ next: 'Only a halted review has findings.' }),
    );
  });
});
