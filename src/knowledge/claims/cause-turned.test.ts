import { describe, expect, it } from 'vitest';
import { causeTurned } from './cause-turned.ts';
import { checkClaim } from './check-claim.ts';

const labelOf = (text: string, source: string): string =>
  checkClaim({ text, citations: [{ passage: 'S1', quote: source }] }, [{ id: 'S1', text: source }]).label;

const KEPT = 'Hard links are not kept, because finding them is expensive.';
const ROUNDED = 'Timers are rounded to one minute, so that the system can coalesce wake-ups.';
const DELETED = 'The partial file is deleted, because rsync cleans up unless --partial is given.';

describe('C3.2 what follows from what', () => {
  it.each([
    ['Finding hard links is expensive, because they are not kept.', KEPT],
    ['The system can coalesce wake-ups, so that timers are rounded to one minute.', ROUNDED],
    ['rsync cleans up because --partial is given.', DELETED],
  ])('turned: %s', (claim, source) => {
    expect(causeTurned(claim, source)).not.toBeNull();
    expect(labelOf(claim, source)).toBe('unsupported');
  });

  it.each([
    ['Because finding hard links is expensive, they are not kept.', KEPT],
    ['Finding hard links is expensive, so they are not kept.', KEPT],
    // A purpose written as a reason means the same.
    ['Because the system is to coalesce wake-ups, timers are rounded to one minute.', ROUNDED],
  ])('the same: %s', (claim, source) => expect(causeTurned(claim, source)).toBeNull());

  it('a claim that goes from one half of a comparison into the other', () => {
    const source =
      'OnActive counts from the moment it was last activated, while OnIdle counts from the moment it was last stopped.';
    expect(labelOf('OnActive counts from the moment it was last stopped.', source)).toBe('unsupported');
    expect(labelOf('OnIdle counts from the moment it was last stopped.', source)).toBe('supported');
    expect(labelOf('OnActive counts from the moment it was last activated.', source)).toBe('supported');
  });
});
