/** Edits a text and keeps its line ends: an editor on Windows writes CRLF, and all of it stays so. */
export function keepingLineEnds(text: string, edit: (text: string) => string): string {
  const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return isWindows ? edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n') : edit(text);
}
