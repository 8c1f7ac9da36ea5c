import type { Position } from './schemas.ts';

/** Offsets into a text, and lines with characters as a server counts them (from 0, in UTF-16 units). */
export function positionAt(text: string, offset: number): Position {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < lineStart; at = text.indexOf('\n', at + 1)) line += 1;
  return { line, character: offset - lineStart };
}

export function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  for (let n = 0; n < line; n += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  return Math.min(text.length, start + character);
}
