/**
 * For each package folder ('.' is the top), the dependencies that it gets from the project and not from a registry:
 * `version: link:../name`. Null if the text is not such a lockfile.
 */
export function pnpmLinks(text: string): ReadonlyMap<string, ReadonlySet<string>> | null {
  const start = /^importers:$/m.exec(text);
  if (!start) return null;
  const found = new Map<string, Set<string>>();
  let own = new Set<string>();
  let name = '';
  for (const line of text.slice(start.index + start[0].length + 1).split('\n')) {
    if (/^\S/.test(line)) break;
    const [, spaces = '', key = ''] = /^( +)'?([^':]+)'?:/.exec(line) ?? [];
    if (spaces.length === 2) {
      own = new Set();
      found.set(key, own);
    } else if (spaces.length === 6) name = key;
    else if (/^ {8}version: (link|file):/.test(line)) own.add(name);
  }
  return found;
}
