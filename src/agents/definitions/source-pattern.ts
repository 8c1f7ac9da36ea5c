/** The prefix with which a definition names what the person connected by `assay sources add`. */
const CONNECTED = /^source:([a-z][a-z0-9-]{0,39})$/;

/** The named connected source; null where the pattern means files. Pure. */
export const connectedSource = (source: string): string | null => CONNECTED.exec(source)?.[1] ?? null;

/** What a definition may name as a source, or why not. Pure. */
export function sourceProblem(source: string): string | null {
  if (connectedSource(source) !== null) return null;
  if (source.startsWith('source:'))
    return `${source}: after source: comes the name of a connected source, in small letters, digits and dashes.`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
    return `${source} is an address: connect it with \`assay sources add\` and write source:NAME, or put a copy into the project and name that.`;
  }
  if (/^mcp[:_]/i.test(source)) {
    return `${source} names no source: write source:NAME for one of \`assay sources list\`, or files, folders and globs of the project.`;
  }
  if (/^[/~\\]/.test(source) || source.split('/').includes('..')) {
    return `${source} is outside the project: name a source by its path from the project’s top folder.`;
  }
  if (source.startsWith('!'))
    return `${source}: a source cannot be taken out again by another. Name only what is meant.`;
  return null;
}

/** The folder that contains all possible matches of a pattern, and whether it is a pattern at all. Pure. */
export function sourcePlaceOf(source: string): { readonly start: string; readonly isGlob: boolean } {
  const parts = source.replace(/^\.\//, '').replace(/\/+$/, '').split('/');
  const first = parts.findIndex((part) => /[*?[{\\]/.test(part));
  if (first === -1) return { start: parts.join('/'), isGlob: false };
  return { start: parts.slice(0, first).join('/'), isGlob: true };
}
