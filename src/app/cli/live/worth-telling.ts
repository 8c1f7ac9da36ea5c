import type { Moment } from '#contracts/run-timeline.ts';

/**
 * The events that matter afterwards: not every beginning and end. The rule files that an agent got are shown once for
 * each list.
 */
export function worthTelling(timeline: readonly Moment[]): Moment[] {
  const files = new Set<string>();
  const isNew = (told: string): boolean => !files.has(told) && files.add(told).has(told);
  return timeline.filter(({ tone, text }) => {
    const told = / was given (.+)$/.exec(text)?.[1];
    if (tone === 'quiet') return told !== undefined && isNew(told);
    return !/ done( \(|$)/.test(text);
  });
}
