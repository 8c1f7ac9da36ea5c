import { stripVTControlCharacters } from 'node:util';
import { widthOf } from './fit.ts';

/**
 * Text for a terminal of this width: a line that is too long continues on the next one, in the column where its text
 * began. Words are never cut, and text in backticks is one word: a path or a command that is copied must stay whole.
 */
export const foldToWidth = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [line] : foldLine(line, width)))
    .join('\n');

function foldLine(text: string, width: number): string[] {
  const indent = ' '.repeat(hangOf(stripVTControlCharacters(text), width));
  const lines: string[] = [];
  let line = '';
  for (const [, gap = '', word = ''] of text.matchAll(WORD)) {
    const isFirst = line.trim() === '';
    if (isFirst || widthOf(line + gap + word) <= width) line += isFirst && lines.length > 0 ? word : gap + word;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line];
}

/** Spaces and what follows them up to the next ones; a span in backticks is not taken apart. */
const WORD = /( *)((?:`[^`\n]*`|[^ ])+)/g;

/** Where the text of a line begins: behind a mark or in the last column, unless that leaves too little room. */
function hangOf(plain: string, width: number): number {
  const [start = ''] = /^ *(?:[^\p{L}\p{N}\s`(]{1,2} +)?/u.exec(plain) ?? [];
  const [column = ''] = /^ *\S.*? {2,}(?=\S)/.exec(plain) ?? [];
  if (column !== '' && width - widthOf(column) >= LEAST_ROOM) return widthOf(column);
  return Math.min(widthOf(start) + (start.trim() === '' ? 2 : 0), Math.floor(width / 3));
}

const LEAST_ROOM = 28;
