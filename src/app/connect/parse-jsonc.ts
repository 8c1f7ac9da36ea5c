/** The value of a JSON text that has comments and last commas. */
export function parseJsonc(text: string): unknown {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? ' ')
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
  return JSON.parse(bare);
}
