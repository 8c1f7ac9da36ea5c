/** What a machine leaves in files and what means nothing, or too much, on another one. */
const TRACES: readonly { readonly pattern: RegExp; readonly what: string; readonly next: string }[] = [
  {
    pattern: /(?<![\w.~$}-])\/(?:work|root)\/[\w.-]*/,
    what: 'a path of one machine',
    next: 'Use a path relative to the repository, or a temporary folder.',
  },
  {
    pattern: /https?:\/\/(?:[\w-]+\.)*registry\.[\w.-]+/,
    what: 'the address of a package registry',
    next: 'For a lockfile, run npm with --omit-lockfile-registry-resolved.',
  },
  {
    pattern: /"resolved": "https?:[^"]*/,
    what: 'the address of a package registry',
    next: 'Run npm with --omit-lockfile-registry-resolved.',
  },
];

/** Lines that carry a trace of the machine they were written on. `files`: text by path; binary files are passed over. */
export function checkTraces(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => (text.includes('\0') ? [] : tracesIn(path, text)));
}

function tracesIn(path: string, text: string): string[] {
  return TRACES.flatMap(({ pattern, what, next }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${path}:${line} holds ${what}: ${found[0]}. ${next}`];
  });
}
