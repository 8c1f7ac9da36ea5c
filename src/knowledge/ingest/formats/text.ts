import type { Passage, ReadDocument } from '../document.ts';
import { splitPassage } from './split-passage.ts';

/** `3.2.  Title` at the margin, as in RFCs; `Title` over a row of `=`, as in reStructuredText. */
const NUMBERED = /^(\d+(?:\.\d+)*)\.?\s{1,3}(\S.{0,90})$/;
const RULE = /^([=\-~^"'#*+])\1{2,}\s*$/;

/**
 * Plain text, RFCs and reStructuredText, by heading. Page breaks of an RFC, with the lines around them, are removed.
 */
export function readPlainText(text: string, name: string): ReadDocument {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const passages: Passage[] = [];
  let heading = '';
  let begin = 0;
  let title = '';
  const section = (end: number): void => {
    const body = lines
      .slice(begin, end)
      .map((line) => (isContent(line) ? line : ''))
      .join('\n');
    passages.push(
      ...splitPassage({ headings: heading === '' ? [] : [heading], text: body, first: begin + 1, last: end }),
    );
    begin = end;
  };
  for (const [index, line] of lines.entries()) {
    const found = headingAt(lines, index, line);
    if (found === null) continue;
    section(index);
    heading = found;
    title ||= found;
  }
  section(lines.length);
  return { title: title || name, passages };
}

function headingAt(lines: readonly string[], index: number, line: string): string | null {
  if (line.trim() === '' || RULE.test(line)) return null;
  const under = lines[index + 1] ?? '';
  if (RULE.test(under) && under.trim().length >= line.trim().length && !/^\s/.test(line)) return line.trim();
  const numbered = NUMBERED.exec(line);
  const alone = (lines[index - 1] ?? '').trim() === '' && (lines[index + 1] ?? '').trim() === '';
  return numbered && alone ? line.trim() : null;
}

const isContent = (line: string): boolean => !line.includes('\f') && !/^(RFC \d+ .*\d{4}|.*\[Page \d+\])$/.test(line);
