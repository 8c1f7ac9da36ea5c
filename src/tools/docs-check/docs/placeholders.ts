/**
 * Makes a synopsis parseable as shell, each character in its place: `<file>` would be two redirections and
 * `[--json|--text]` a pipe. Placeholders become words in ‹›; brackets around options become spaces.
 */
export function hidePlaceholders(text: string): string {
  return text
    .replace(/(?<![<\w])<([A-Za-z@][^<>\n]*?)>(?=$|[\s\])},.:;|/@="'`]|\.\.\.)/gm, (whole, inner: string) =>
      /^\s|\s$|[$`]/.test(inner) ? whole : `‹${inner.replace(/[^\w.:@/+-]/g, '_')}›`,
    )
    .replace(/(?<==)<([A-Za-z][\w -]*)>/g, (_whole, inner: string) => `‹${inner.replace(/\W/g, '_')}›`)
    .replace(/\[(-{1,2}[A-Za-z][^[\]\n]*)\]/g, (_whole, inner: string) => ` ${inner.replaceAll('|', ' ')} `)
    .replace(/\[(\w[\w .-]*)\](?=$|[\s.])/gm, (_whole, inner: string) => `‹${inner.replace(/\W/g, '_')}›`);
}

/** It cannot be the name of a command, but stands for a value: `FILE`, `‹file›`, `a/b`, `...`, `my-*`. */
export function isPlaceholder(word: string): boolean {
  return !/^[a-z0-9][\w.:-]*$/.test(word) || /\.\.\.$/.test(word) || /^x{3,}$/.test(word);
}
