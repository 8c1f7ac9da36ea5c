import type { Moment } from '#contracts/run-timeline.ts';
import { type Paint, TONES } from '../screen.ts';
import { clockTime } from '../words.ts';

/** What happened, as one line of a log. */
export function momentLine({ at, tone, text }: Moment, paint: Paint): string {
  const style = TONES[tone];
  return `${paint('dim', clockTime(at))}  ${style === null ? text : paint(style, text)}`;
}
