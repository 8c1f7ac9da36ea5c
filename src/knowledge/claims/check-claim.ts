import { type Claim, citedPlace } from './cited-place.ts';
import { type CitedPlace, type ClaimSigns, claimSigns } from './claim-signs.ts';
import { disguised } from './disguised.ts';
import { type Entity, entitiesOf } from './entities.ts';
import { isGrounded } from './is-grounded.ts';
import { lostLimit } from './lost-limit.ts';
import { misreads } from './misreads.ts';
import { onlyAHeading } from './only-a-heading.ts';
import { putIn } from './put-in.ts';
import { type SourcePassage, saysTheSame } from './quoted-place.ts';
import { sentencesOf } from './sentences.ts';
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
 * Whether the cited places support a claim. No model is asked. All of these must hold: every quote is in its source
 * letter for letter; every number and name of the claim is at the quoted place; the claim adds nothing, and uses no
 * letters that look different from the ones we compared; and all signs of a misreading together (added words, swapped
 * sides, a denial, a dropped limit, a closer sentence elsewhere) weigh too little to doubt it.
 */
export function checkClaim(claim: Claim, passages: readonly SourcePassage[]): CheckedClaim {
  const whole = checkTogether(claim, passages);
  const parts = sentencesOf(claim.text);
  if (whole.label === 'unsupported' || parts.length < 2) return whole;
  // Each sentence must be supported on its own: a true one proves nothing about the next.
  const bad = parts.flatMap((text) => {
    const checked = checkTogether({ ...claim, text }, passages);
    return checked.label === 'supported'
      ? []
      : [{ ...checked, reasons: checked.reasons.map((why) => `${quoted(text)}: ${why}`) }];
  });
  return bad[0] ?? whole;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

function checkTogether(claim: Claim, passages: readonly SourcePassage[]): CheckedClaim {
  const { problems, holds, own, place } = citedPlace(claim, passages);
  const hidden = disguised(claim.text, place.whole);
  const entities = entitiesOf(claim.text);
  const missing = entities.filter((entity) => !isGrounded(entity, place.near.join('\n\n'), place.whole));
  const isSame = place.near.some((sentence) => saysTheSame(claim.text, sentence));
  const doubt = holds === 0 || isSame ? null : doubtOf(own, place);
  const reasons = [
    ...problems,
    ...(hidden === null ? [] : [hidden]),
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
  const unsaid = onlyAHeading(own, place);
  if (unsaid !== null) return { kind: 'other', reason: `only a heading is quoted, without "${unsaid}"` } as const;
  if (isElsewhere(signs)) return { kind: 'other', reason: 'the cited place is about something else' } as const;
  const missing = lostLimit(own, [...place.quoted, ...place.near].flatMap(sentencesOf));
  if (missing !== null) return { kind: 'contradiction', reason: `the claim leaves out "${missing}"` } as const;
  if (addsNothing(signs)) return null;
  const added = putIn(own, place.sentence, place.near);
  if (added !== null) return { kind: 'other', reason: `the cited place says nothing of ${quoted(added)}` } as const;
  const weighed = weighSigns(signs);
  // If every word comes from the sentence, only the order can have changed.
  const isTurned = signs.words === 1 && signs.relation === 1;
  return weighed.doubt > 0 || isTurned ? tellDoubt(weighed.grounds, misreads(own, place.sentence), own, place) : null;
}

/**
 * The place has few of the claim's words, or another sentence has as many; or the claim denies something that the
 * place does not deny, and a closer sentence may.
 */
const isElsewhere = ({ best = 0, shared = 0, nearer = 0, denialsOdd = 0 }: ClaimSigns): boolean =>
  (best <= 0.5 && (shared < 2 || nearer > 0)) || (nearer > 0 && denialsOdd === 1);

/**
 * The sentence's own words in the same order, with no limit or denial added or removed: the claim may be shorter and
 * still says the same.
 */
const addsNothing = (signs: ClaimSigns): boolean =>
  signs.words === 1 &&
  signs.order === 1 &&
  Object.entries(signs).every(([sign, value]) => value === 0 || !MISREADING.test(sign));

const MISREADING =
  /More$|Less$|^(?:relation|contradiction|exchanged|mixed|crossed|numbers|ordinal|bound|copiedDenied|deniedNowhere|excepted|denialsOdd|turned|opposites)$/;

const named = (entity: Entity): string =>
  entity.kind === 'number' && entity.of ? `${entity.text} ${entity.of}` : entity.text;
