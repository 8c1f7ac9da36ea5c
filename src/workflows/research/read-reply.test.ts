import { describe, expect, it } from 'vitest';
import { readLeaveReply, readPlanReply } from './read-reply.ts';
import { GO, LEAVE, NO } from './reply-words.ts';
import { isTypoOf } from './typo.ts';
import { weighLeaveReply } from './weigh-reply.ts';

describe('C4.6 numbers, as people say them', () => {
  it.each([
    '1)',
    '#1',
    '１',
    '①',
    'one',
    'the first one pls',
    'eins',
    'la primera',
    'nr. 1 bitte',
    '第一个',
    '1 - search',
    '1️⃣',
  ])('%s', (said) => {
    expect(readPlanReply(said)).toBe('search');
    expect(readLeaveReply(said)).toBe('leave');
  });

  it.each(['two', 'option 2 thx', 'zwei', 'la segunda', 'deuxième', '2!'])('%s', (said) => {
    expect(readPlanReply(said)).toBe('leave');
    expect(readLeaveReply(said)).toBe('stay');
  });

  it.each(['1 or 2?', '1 2', 'not 2, 1', 'two documents', 'um', 'a first look at leases'])('%s is none', (said) => {
    expect(readPlanReply(said)).toBe('unsure');
    expect(readLeaveReply(said)).toBe('unsure');
  });
});

describe('C4.6 signs instead of words', () => {
  it('reads a thumb as its word, for each question', () => {
    expect(['👍', '👍🏽', '✅ thanks', '👌'].map(readPlanReply)).toEqual(Array(4).fill('search'));
    expect(['👎', '❌', '🛑'].map(readPlanReply)).toEqual(Array(3).fill('leave'));
    expect(['👎', '❌ no'].map(readLeaveReply)).toEqual(['stay', 'stay']);
    expect(readLeaveReply('👍')).toBe('leave');
  });

  it.each(['don’t stop 👍', 'no 👍', '👎 leave', 'stop? 👍', '👍👎'])('%s alone ends nothing', (said) =>
    expect(readLeaveReply(said)).not.toBe('leave'),
  );

  it('says nothing by other signs: the words around them decide', () => {
    expect(readPlanReply('🚀')).toBe('unsure');
    expect(readPlanReply('and the timeouts 👍')).toBe('unsure');
  });
});

describe('C4.3 an agreement that is denied', () => {
  it.each(["that's not right", 'that is not correct', 'not fine with me', 'das ist nicht in ordnung'])(
    '%s does not leave: it says no to "Leave it?"',
    (said) => {
      expect(readLeaveReply(said)).toBe('stay');
      expect(readPlanReply(said)).toBe('leave');
    },
  );

  it.each(['not good, leave', "no don't do that", 'no that is not right'])('%s is not plain', (said) => {
    expect(readLeaveReply(said)).toBe('unsure');
  });
});

describe('C4.6 slips of the finger', () => {
  it.each(['serach', 'contineu please', 'yesss', 'seach'])('%s continues', (said) =>
    expect(readPlanReply(said)).toBe('search'),
  );
  it.each(['cancle', 'stpo', 'leav', 'quti', 'nooo'])('%s leaves', (said) => expect(readPlanReply(said)).toBe('leave'));

  it('does not correct a wrong letter: "lease" is not "leave"', () => {
    expect(isTypoOf('lease', 'leave')).toBe(false);
    expect(readPlanReply('the lease')).toBe('unsure');
    expect(readLeaveReply('lease')).toBe('unsure');
  });
});

describe('C4.3 a no without a comma', () => {
  it('never leaves, whatever follows, apart from verbs that only follow a denial', () => {
    const said = NO.flatMap((no, at) =>
      GO.filter((go, other) => (at + other) % 17 === 0 && !LEAVE.includes(`${no} ${go}`)).flatMap((go) => [
        `${no} ${go}`,
        `oh ${no} ${go} please`,
      ]),
    );
    const left = said.filter((each) => {
      const read = readLeaveReply(each);
      return (read === 'unsure' ? weighLeaveReply(each) : read) !== 'stay';
    });
    expect(left).toEqual([]);
  });

  it('is a whole answer if it denies no verb', () => {
    expect(readLeaveReply('nein weiter')).toBe('stay');
    expect(readPlanReply('nein weiter')).toBe('search');
    expect(readLeaveReply('hayır devam')).toBe('stay');
  });

  it.each(['no keep looking', 'no continue', 'non je reste', 'no to szukaj'])('%s is not plain', (said) => {
    expect(readLeaveReply(said)).toBe('unsure');
    expect(readPlanReply(said)).toBe('unsure');
  });
});
