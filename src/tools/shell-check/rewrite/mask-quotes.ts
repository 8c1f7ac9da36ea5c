/** Quoted and escaped stretches blanked out, so that offsets stay. */
export const maskQuotes = (text: string): string =>
  text.replace(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, (quoted) => ' '.repeat(quoted.length));
