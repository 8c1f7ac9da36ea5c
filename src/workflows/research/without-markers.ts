/** `[S3]`, `[1]`, `(source 2)`: what a model puts there is not to be relied on. */
export const withoutMarkers = (text: string): string =>
  text
    .replace(/\s*[[(](?:S?\d+|source \d+)(?:\s*,\s*(?:S?\d+|source \d+))*[\])]/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
