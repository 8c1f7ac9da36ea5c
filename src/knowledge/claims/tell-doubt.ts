import { putInstead } from './aligned.ts';
import type { CitedPlace } from './claim-signs.ts';
import { saysLittle } from './claim-words.ts';
import { type Misreading, replacedWord } from './misreads.ts';
import { stemsOf } from './sentences.ts';
import type { WeighedSigns } from './weigh-signs.ts';

export interface WordedDoubt {
  readonly kind: 'relation' | 'contradiction' | 'other';
  readonly reason: string;
}

/** Why a claim is doubted, in words: the misreading if it can be named, otherwise the heaviest sign. */
export function tellDoubt(
  grounds: WeighedSigns['grounds'],
  misread: Misreading | null,
  own: string,
  place: CitedPlace,
): WordedDoubt {
  if (misread?.kind === 'relation')
    return { kind: 'relation', reason: `the cited place says it otherwise: ${misread.detail}` };
  if (misread !== null) return { kind: 'contradiction', reason: `the cited place says otherwise: ${misread.detail}` };
  const there = new Set(stemsOf(place.near.join(' ')));
  const instead =
    replacedWord(own, place.sentence, (stem) => !there.has(stem) && !saysLittle(stem)) ??
    putInstead(own, place.sentence);
  if (instead !== null) return { kind: 'other', reason: `the cited place has "${instead}" there` };
  const [heaviest = ''] = grounds.find(([, weight]) => weight > 0) ?? [];
  const words = [...new Set(stemsOf(own))];
  const strange = words.filter((stem) => !there.has(stem));
  if (strange.length > words.length / 2 || heaviest === 'nearer')
    return { kind: 'other', reason: 'the cited place is about something else' };
  return { kind: 'other', reason: WORDS.find(([pattern]) => pattern.test(heaviest))?.[1] ?? OTHERWISE };
}

const OTHERWISE = 'the cited place does not say quite that';

/** The kind of reason. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:denials|turned|opposites|copiedDenied|deniedNowhere|none)/, 'the cited place does not deny the same'],
  [
    /^(?:all|only|most|unless|excepted|default|even|once|twice)/,
    'the cited place does not say how far it holds in the same way',
  ],
  [/^(?:may|must)/, 'the cited place does not say whether it may or must be so in the same way'],
  [/^(?:if|before|after|during)/, 'the cited place does not say when it holds in the same way'],
  [/^(?:strange|share|best|words|nearer)/, 'the cited place is about something else'],
];
