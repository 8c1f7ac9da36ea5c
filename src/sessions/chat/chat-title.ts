const LONGEST_TITLE = 80;
/** Of one that began without a message. */
export const UNNAMED = 'conversation';

/** A conversation's title: its first words. */
export function titleOf(text: string | undefined): string {
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  if (line === '') return UNNAMED;
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}
