/** What a definition may name as a source, or why not. Pure. */
export function sourceProblem(source: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
    return `${source} is an address: sources over HTTP are not built yet. Put a copy into the project and name that.`;
  }
  if (/^mcp[:_]/i.test(source)) {
    return `${source} is an MCP server: those are not offered to agents yet. Name files, folders or globs of the project.`;
  }
  if (/^[/~\\]/.test(source) || source.split('/').includes('..')) {
    return `${source} leads out of the project: a source is named from the project's top, and lies in it.`;
  }
  if (source.startsWith('!'))
    return `${source}: a source cannot be taken out again by another. Name only what is meant.`;
  return null;
}

/** The folder below which everything lies that a pattern can match, and whether it is a pattern at all. Pure. */
export function sourcePlaceOf(source: string): { readonly start: string; readonly isGlob: boolean } {
  const parts = source.replace(/^\.\//, '').replace(/\/+$/, '').split('/');
  const first = parts.findIndex((part) => /[*?[{\\]/.test(part));
  if (first === -1) return { start: parts.join('/'), isGlob: false };
  return { start: parts.slice(0, first).join('/'), isGlob: true };
}
