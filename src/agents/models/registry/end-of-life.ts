import type { ModelFacts } from './model-facts.ts';

const DAY_MS = 86_400_000;
/** How long before a model's shutdown people are warned. */
export const WARN_DAYS = 60;

/** Pure: the warning about a model that ends soon or has ended, with its replacement; null while all is well. */
export function endWarning(ref: string, facts: Pick<ModelFacts, 'ends'> | undefined, now: number): string | null {
  const ends = facts?.ends;
  if (ends === undefined) return null;
  const days = Math.ceil((Date.parse(ends.date) - now) / DAY_MS);
  if (days > WARN_DAYS) return null;
  const when =
    ends.how === 'not-before'
      ? days > 0
        ? `is promised by its provider up to ${ends.date} only`
        : `has not been promised by its provider since ${ends.date}`
      : days > 0
        ? `is shut down on ${ends.date}, in ${days} ${days === 1 ? 'day' : 'days'}`
        : `was shut down on ${ends.date}`;
  // Nothing is switched automatically: the person who chose a model chooses the next.
  return `${ref} ${when}.${ends.instead === undefined ? '' : ` ${ends.instead} could take its place (--model ${ends.instead}).`}`;
}
