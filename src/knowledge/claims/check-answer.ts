import { type CheckedClaim, type Claim, checkClaim } from './check-claim.ts';
import type { SourcePassage } from './quoted-place.ts';

/** The thresholds for an answer as a whole. */
export const THRESHOLDS = { grounding: 0.8, citations: 0.75, relations: 0.7, contradictions: 0 } as const;

export interface CheckedAnswer {
  readonly claims: readonly (Claim & CheckedClaim)[];
  readonly grounding: number;
  readonly citationAccuracy: number;
  readonly relations: number;
  readonly contradictions: number;
  readonly supported: number;
  /** All thresholds reached and nothing unsupported. */
  readonly holds: boolean;
}

/** Every claim separately, and the answer by its thresholds. */
export function checkAnswer(claims: readonly Claim[], passages: readonly SourcePassage[]): CheckedAnswer {
  const checked = claims.map((claim) => ({ ...claim, ...checkClaim(claim, passages) }));
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const citations = checked.reduce((sum, each) => sum + each.citations.length, 0);
  const grounding = mean(checked.map((each) => each.grounding));
  const citationAccuracy = citations === 0 ? 0 : checked.reduce((sum, each) => sum + each.citationsHold, 0) / citations;
  const relations = mean(checked.map(({ relationsKept }) => Number(relationsKept)));
  const contradictions = checked.reduce((sum, each) => sum + each.contradictions.length, 0);
  const supported = checked.filter(({ label }) => label === 'supported').length;
  return {
    ...{ claims: checked, grounding, citationAccuracy, relations, contradictions, supported },
    holds:
      supported === checked.length &&
      checked.length > 0 &&
      grounding >= THRESHOLDS.grounding &&
      citationAccuracy >= THRESHOLDS.citations &&
      relations >= THRESHOLDS.relations &&
      contradictions <= THRESHOLDS.contradictions,
  };
}
