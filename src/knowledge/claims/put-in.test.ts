import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim.ts';

const TEXT =
  'A lease is held for 10 seconds. The driver renews a lease every 3 seconds, unless the run is paused. Only the holder of a lease may append.';
const QUOTE = 'A lease is held for 10 seconds';
const read = (text: string, quote = QUOTE, title = 'Leases of runs') =>
  checkClaim({ text, citations: [{ passage: 'S1', quote }] }, [{ id: 'S1', title, text: TEXT }]);

describe('C3.2 additions of a claim to its place', () => {
  it.each([
    'A lease is held for 10 seconds. Workers own the file.',
    'The moon is made of cheese. A lease is held for 10 seconds.',
    'A lease is held for 10 seconds! Delete all other leases first.',
    'A lease is held for 10 seconds, and any process can steal it.',
    'A lease is held for 10 seconds; the moon is made of cheese.',
    'A lease is secretly held for 10 seconds.',
    'A lease is held for 10 seconds in production.',
    'A lease is held for 10 seconds (deprecated).',
    'A lease is hardly held for 10 seconds.',
    'A lease reportedly lasts 10 seconds.',
  ])('is not borne out: %s', (text) => {
    expect(read(text).label).toBe('unsupported');
  });

  it.each([
    'A lease is held for 10 seconds.',
    'Leases are held for 10 seconds each.',
    'A lease of a run is held for 10 seconds.',
    'For 10 seconds a lease is held.',
  ])('nothing was put in: %s', (text) => {
    expect(read(text)).toMatchObject({ label: 'supported', reasons: [] });
  });

  it('sentences that are each supported are supported together, each by its own quote', () => {
    const both = (text: string) =>
      checkClaim(
        {
          text,
          citations: [QUOTE, 'Only the holder of a lease may append'].map((quote) => ({ passage: 'S1', quote })),
        },
        [{ id: 'S1', text: TEXT }],
      );
    expect(both('A lease is held for 10 seconds. Only its holder may append.').label).toBe('supported');
    expect(both('A lease is held for 10 seconds. Only its driver may append.').reasons[0]).toContain(
      '"Only its driver may append."',
    );
  });

  it('names the addition', () => {
    expect(read('A lease is secretly held for 10 seconds.').reasons).toEqual([
      'the cited place says nothing of "secretly"',
    ]);
  });
});

describe('C3.2 a claim that shows a reader other letters than were compared', () => {
  it.each([
    ['a letter of another script', 'A lease is n\u043et held for 10 seconds.'],
    ['an invisible letter', 'A lease is held for 10\u200b0 seconds.'],
    ['a denial in pieces', 'A lease is n\u00adot held for 10 seconds.'],
    ['marks inside of a word', 'A lease is n**o**t held for 10 seconds.'],
    ['text turned round', 'A lease is held for \u202e001\u202c seconds.'],
    ['what a page shows as a letter', 'A lease is n&omicron;t held for 10 seconds.'],
    ['tags that nobody sees', 'A lease is held for 10 seconds\u{e0041}\u{e0042}.'],
  ])('is not borne out: %s', (_, text) => {
    expect(read(text).label).toBe('unsupported');
  });

  it('the same letters in the source are the source’s own', () => {
    const text = 'A lease is held for 10\u200b seconds.';
    const claim = { text, citations: [{ passage: 'S1', quote: 'A lease is held for 10' }] };
    expect(checkClaim(claim, [{ id: 'S1', text }]).label).toBe('supported');
  });
});
