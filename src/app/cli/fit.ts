import stringWidth from 'string-width';

/** Cut to a width in columns, with … where something is missing. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept}…` : '';
}

export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

export const widthOf = (text: string): number => stringWidth(text);

/** Whole words on lines of at most `width` columns; a word that is longer is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (stringWidth(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = cut(word, width);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Parts of one line, ` · ` between them, on as many lines as they need: no number is cut on a narrow terminal. */
export function wrapParts(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(' · ')) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(`${last} · ${part}`) <= width) lines[lines.length - 1] = `${last} · ${part}`;
    else lines.push(...wrap(part, width));
  }
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
