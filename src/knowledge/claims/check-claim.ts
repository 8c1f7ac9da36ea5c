import { type Claim, citedPlace } from './cited-place.ts';
import { type CitedPlace, type ClaimSigns, claimSigns } from './claim-signs.ts';
import { type Entity, entitiesOf } from './entities.ts';
import { isGrounded } from './is-grounded.ts';
import { misreads } from './misreads.ts';
import { type SourcePassage, saysTheSame } from './quoted-place.ts';
import { tellDoubt } from './tell-doubt.ts';
import { weighSigns } from './weigh-signs.ts';

export type { Claim } from './cited-place.ts';

export interface CheckedClaim {
  readonly label: 'supported' | 'unsupported';
  readonly reasons: readonly string[];
  /** From 0 to 1. */
  readonly grounding: number;
  readonly citationsHold: number;
  readonly citationsMade: number;
  readonly relationsKept: boolean;
  readonly contradictions: readonly string[];
}

/**
 * Whether the cited places support a claim. No model is asked. Three conditions must hold, each separately: every quote
 * occurs in its source letter for letter; every number and name of the claim occurs at the quoted place; and all signs
 * of a misreading together (inserted words, swapped sides, a denial, a dropped limit, a nearer sentence elsewhere)
 * weigh too little to doubt it.
 */
export function checkClaim(claim: Claim, passages: readonly SourcePassage[]): CheckedClaim {
  const { problems, holds, own, place } = citedPlace(claim, passages);
  const entities = entitiesOf(claim.text);
  const missing = entities.filter((entity) => !isGrounded(entity, place.near.join('\n\n'), place.whole));
  const isSame = place.near.some((sentence) => saysTheSame(claim.text, sentence));
  const doubt = holds === 0 || isSame ? null : doubtOf(own, place);
  const reasons = [
    ...problems,
    ...(holds > 0 && missing.length > 0 ? [`the cited place does not have ${missing.map(named).join(', ')}`] : []),
    ...(doubt === null ? [] : [doubt.reason]),
  ];
  return {
    ...{ label: reasons.length === 0 ? 'supported' : 'unsupported', reasons },
    grounding: entities.length === 0 ? 1 : 1 - missing.length / entities.length,
    ...{ citationsHold: holds, citationsMade: claim.citations.length },
    relationsKept: doubt?.kind !== 'relation',
    contradictions: doubt?.kind === 'contradiction' ? [doubt.reason] : [],
  };
}

function doubtOf(own: string, place: CitedPlace) {
  const signs = claimSigns(own, place);
  if (isElsewhere(signs)) return { kind: 'other', reason: 'the cited place is about something else' } as const;
  if (addsNothing(signs)) return null;
  const weighed = weighSigns(signs);
  // Where every word is the sentence's own, only the order can have changed.
  const isTurned = signs.words === 1 && signs.relation === 1;
  return weighed.doubt > 0 || isTurned ? tellDoubt(weighed.grounds, misreads(own, place.sentence), own, place) : null;
}

/**
 * The place has few of its words, or another sentence has as many; or the claim denies what the place does not, and a
 * nearer sentence may.
 */
const isElsewhere = ({ best = 0, shared = 0, nearer = 0, denialsOdd = 0 }: ClaimSigns): boolean =>
  (best <= 0.5 && (shared < 2 || nearer > 0)) || (nearer > 0 && denialsOdd === 1);

/**
 * The sentence's own words in their order, without a limit or denial added or removed: it may be shorter, and says the
 * same.
 */
const addsNothing = (signs: ClaimSigns): boolean =>
  signs.words === 1 &&
  signs.order === 1 &&
  Object.entries(signs).every(([sign, value]) => value === 0 || !MISREADING.test(sign));

const MISREADING =
  /More$|Less$|^(?:relation|contradiction|exchanged|mixed|crossed|numbers|ordinal|bound|copiedDenied|deniedNowhere|excepted|denialsOdd|turned|opposites)$/;

const named = (entity: Entity): string =>
  entity.kind === 'number' && entity.of ? `${entity.text} ${entity.of}` : entity.text;
