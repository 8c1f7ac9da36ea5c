import type { Moment } from '#contracts/run-timeline.ts';

/**
 * Which events matter afterwards: not every beginning and end. The files that an agent was told are shown only the
 * first time they are these.
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
