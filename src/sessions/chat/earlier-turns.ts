import type { ChatExchange } from './chat-fold.ts';

const LONGEST = 24_000;
const LONGEST_TURN = 6_000;

/**
 * Pure. The earlier conversation as text, for an agent that cannot continue it itself: another backend, or one whose
 * own record is gone. The newest turns are kept.
 */
export function earlierTurns(exchanges: readonly ChatExchange[]): string {
  const told: string[] = [];
  let left = LONGEST;
  for (const { message, end, state } of exchanges.toReversed()) {
    if (state === 'open') continue;
    const answer = end?.text || `[${state}: no answer]`;
    const text = `<person>\n${cut(message.text)}\n</person>\n<you>\n${cut(answer)}\n</you>`;
    if (text.length > left) break;
    left -= text.length;
    told.unshift(text);
  }
  if (told.length === 0) return '';
  return `Earlier in this conversation:\n${told.join('\n')}\n\nThe person continues:`;
}

const cut = (text: string): string => (text.length > LONGEST_TURN ? `${text.slice(0, LONGEST_TURN)} […]` : text);
