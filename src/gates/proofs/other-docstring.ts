/** A docstring only describes a Python test, unless it has examples (`>>>`), which run. */
const DOCSTRING =
  /^((?:[ \t]*@[^\n]*\n)*[ \t]*(?:async\s+)?def\s+\w+\([\s\S]*?\)[^:\n]*:\s*)[rRuU]?("""|''')[\s\S]*?\2/;

/** Whether two versions of a Python test differ only in their docstring. */
export function onlyOtherDocstring(before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => {
    const found = DOCSTRING.exec(text);
    if (found === null) return text.trimEnd();
    return found[0].includes('>>>') ? null : `${found[1]}${text.slice(found[0].length)}`.trimEnd();
  });
  const bare = (text: string): string => text.replace(/:\s*\n?[ \t]*\n/, ':\n');
  return was !== null && is !== null && was !== undefined && is !== undefined && bare(was) === bare(is);
}
