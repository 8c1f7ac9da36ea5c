import { stripVTControlCharacters } from 'node:util';

/** Help as plain lines: no colours, no overstrikes (`man` prints `N\bN` for bold), no tabs, no trailing space. */
export function cleanLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => plain(line.slice(0, LONGEST_LINE)).trimEnd());
}

/** Longer lines are not written for people, and patterns are tried at every position of a line. */
const LONGEST_LINE = 4_000;

export const indentOf = (line: string): number => line.length - line.trimStart().length;

function plain(line: string): string {
  if (!line.includes('\t') && !line.includes('\b')) return line;
  let out = '';
  for (const char of line) {
    if (char === '\b') out = out.slice(0, -1);
    else out += char === '\t' ? ' '.repeat(8 - (out.length % 8)) : char;
  }
  return out;
}
