import type { HomeView } from '#contracts/http/home-routes.ts';
import { duration, plural } from '../../lib/format.ts';

/** Who works and who waits for a slot, by lane; empty while no one does. */
export function slotWords({ held, total, waiting }: HomeView['slots']): string | undefined {
  if (held === 0 && waiting.length === 0) return undefined;
  const waits = waiting.map(({ lane, count, longestMs }) => `${count} ${lane} (${duration(longestMs)})`);
  // How many could work matters to who waits.
  if (waits.length === 0) return `${plural(held, 'agent')} at work`;
  return `${held}${total === undefined ? '' : ` of ${total}`} agents at work; waiting: ${waits.join(', ')}`;
}
