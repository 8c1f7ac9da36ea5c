import type { Moment } from '#contracts/run-timeline.ts';

/**
 * What of a run is looked for afterwards: not every beginning and end. Which files an agent was told is quiet while it
 * works, and is here the first time that it was these.
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
