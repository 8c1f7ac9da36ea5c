import { count } from './words.ts';

const BAR = 20;

/** The progress and the current item, in one line that fits the screen. */
export function progressLine(done: number, total: number, what: string, width: number): string {
  const full = total === 0 ? BAR : Math.floor((BAR * done) / total);
  const told = `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${count(done)} of ${count(total)}  `;
  const room = width - told.length - 1;
  return (told + (room > 0 ? what.slice(-room) : '')).slice(0, Math.max(0, width - 1));
}
