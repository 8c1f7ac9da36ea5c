import type { AdversaryClaim, TypeHole } from '../claims.ts';
import type { Adversary } from '../state.ts';

/** The consequences of holes. An agent finds them; it does not decide whether they matter. */
export function judgeTypes({ holes, analysis }: AdversaryClaim): Adversary {
  const verdict = holes.some(isBlocking) ? 'holes' : holes.length > 0 ? 'minor-holes' : 'sound';
  return { holes, analysis, verdict };
}

export const isBlocking = ({ severity }: TypeHole): boolean => severity === 'Critical' || severity === 'Major';

/** An adversary's lessons, for later agents. */
export interface Hint {
  readonly context: string;
  readonly guidance: string;
}

export const hintsFrom = (adversary: Adversary | null): Hint[] =>
  (adversary?.holes ?? [])
    .filter(({ severity }) => severity !== 'Informational')
    .map(({ description, suggestedFix }) => ({ context: description, guidance: suggestedFix }));
