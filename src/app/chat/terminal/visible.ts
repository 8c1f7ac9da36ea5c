/** Text of a model or a file for a terminal: characters that would move the cursor, or hide text, are made visible. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '\uFFFD');

/** The same for text of several lines. */
export const visibleText = (text: string): string =>
  text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, (character) => (/[\n\t]/.test(character) ? character : ''));
