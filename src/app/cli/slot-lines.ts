import type { SlotsView } from '#contracts/scheduling.ts';
import { durationText, plural } from './words.ts';

/** The machine's slots in words; nothing while no agent works or waits and no provider limits anything. */
export function slotLines({ held, total, waiting, providers }: SlotsView): string[] {
  const waits = waiting.map(
    ({ lane, count, longestMs }) => `${count} ${lane}, the longest for ${durationText(longestMs)}`,
  );
  // How many could work matters to who waits.
  const most = total === undefined || waits.length === 0 ? '' : ` of ${total}`;
  const agents = `${plural(held, 'agent')} at work${most}`;
  return [
    ...(held > 0 || waits.length > 0
      ? [`${agents}${waits.length > 0 ? `; wait for a slot: ${waits.join('; ')}` : ''}`]
      : []),
    ...providers
      .filter((provider) => provider.waiting > 0)
      .map((each) => `${each.provider} bears ${plural(each.atOnce, 'call')} at once for now: ${each.waiting} wait`),
  ];
}
