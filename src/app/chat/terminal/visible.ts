/** Words of a model or of a file as a terminal may show them: what would move the cursor, or hide, is seen instead. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '\uFFFD');

/** The same for text of several lines. */
export const visibleText = (text: string): string =>
  text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, (character) => (/[\n\t]/.test(character) ? character : ''));
