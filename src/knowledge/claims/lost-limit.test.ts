import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim.ts';
import { lostLimit } from './lost-limit.ts';

const label = (claim: string, says: string): string =>
  checkClaim({ text: claim, citations: [{ passage: 'S1', quote: says }] }, [{ id: 'S1', text: says }]).label;

describe('C3.2 words that a claim leaves out of its sentence', () => {
  it.each([
    [
      'The pump always starts, even if the tank is full.',
      'By default, the pump always starts, even if the tank is full.',
    ],
    ['The filter does not apply to files.', 'The filter does not apply to files that were named on the command line.'],
    ['A run can make the store unusable.', 'A failed run can make the store unusable, so it is best avoided.'],
    ['The parser returns an error if a flag is given.', 'The parser returns an error if an unknown flag is given.'],
    ['Sweep removes the data that the old copies used.', 'Sweep removes the data that only the old copies used.'],
    ['Mounting is only possible on Linux and FreeBSD.', 'Mounting is only possible on Linux, macOS and FreeBSD.'],
    ['When target is given, nothing is kept.', 'When target and delete are given, nothing is kept.'],
    ['Large files are not scanned.', 'Large files are not scanned unless the sender is unknown.'],
    ['The valve opens.', 'The valve opens when the pressure exceeds 3 bar.'],
  ])('%s', (claim, says) => {
    expect(lostLimit(claim, [says])).not.toBeNull();
    expect(label(claim, says)).toBe('unsupported');
  });

  it.each([
    ['The council pays for the crews.', 'The council leases the ships to Nordlinie, which pays for the crews.'],
    ['Bicycles may be taken at any time.', 'Bicycles may be taken after 9 in the morning, folded ones at any time.'],
    ['Only errors go to the log.', 'Only errors are printed; warnings still go to the log.'],
    ['TLS 1.2 cannot be turned on.', 'TLS 1.2 is enabled, and TLS 1.0 cannot be turned on.'],
  ])('says of one what is said of another: %s', (claim, says) => {
    expect(label(claim, says)).toBe('unsupported');
  });

  it.each([
    ['Followers copy from the leader.', 'The controllers elect a leader, and followers copy from the leader.'],
    ['The pump supports milk.', 'For example, the pump supports milk.'],
    ['The pump supports milk.', 'In addition, the pump supports milk.'],
    ['The pump supports milk.', 'On the other hand, the pump supports milk.'],
    ['A plugin is a function that returns a tree.', 'A plugin is a function that receives options and returns a tree.'],
    ['The pump takes milk.', 'The pump (tank, motor) takes milk.'],
    ['Only its owner may open it.', 'Only the owner of the tank may open it.'],
    ['Tiles measure 512 pixels.', 'Tiles measure 512 pixels and weigh 40 KB on average.'],
    ['The winter room is never locked.', 'The hut has 48 beds, 12 of them in the winter room, which is never locked.'],
    [
      'Filters must not be asynchronous.',
      'Filters get the value and may return another one, but must not be asynchronous.',
    ],
    ['Backups are encrypted.', 'Backups are encrypted with a key that never leaves the machine.'],
    ['The pump supports water and oil.', 'The pump supports water, milk and oil.'],
    ['Two jobs are never queued at once.', 'Two jobs are never queued at once; the second is dropped.'],
  ])('may leave out a thought beside it: %s', (claim, says) => {
    expect(lostLimit(claim, [says])).toBeNull();
    expect(label(claim, says)).toBe('supported');
  });

  it('says nothing where another sentence of the place has it without the condition', () => {
    const place = ['The valve opens.', 'It hisses: the valve opens when the pressure exceeds 3 bar.'];
    expect(lostLimit('The valve opens.', place)).toBeNull();
  });
});
