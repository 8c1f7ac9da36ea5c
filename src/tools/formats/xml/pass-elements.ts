import { BANG, DASH, DOUBLE, GREATER, LESS, QUESTION, SINGLE, SLASH } from './bytes.ts';

/** The position: everything after `at` has not been looked at. */
export interface PassingElements {
  readonly at: number;
  /** Elements open; 0 when the one that was to be passed over is closed. */
  readonly depth: number;
}

/**
 * Passes over whole tags, texts, comments and the like, in one loop. It stops before one that goes on behind these
 * bytes, which is for the lexer to take.
 */
export function passElements(bytes: Buffer, from: number, begun: number): PassingElements {
  let depth = begun;
  let at = from;
  while (depth > 0) {
    const start = findLess(bytes, at);
    const second = bytes[start + 1];
    const isTag = second !== BANG && second !== QUESTION;
    const end = isTag ? tagEnd(bytes, start + 1) : asideEnd(bytes, start);
    if (end < 0) return { at: start, depth };
    if (second === SLASH) depth -= 1;
    else if (isTag && bytes[end - 1] !== SLASH) depth += 1;
    at = end + 1;
  }
  return { at, depth };
}

/** The index of the `>` that ends a tag, or -1; one inside quotes does not. */
function tagEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === GREATER) return at;
    if (byte === DOUBLE || byte === SINGLE) {
      at = bytes.indexOf(byte, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

/** The index of the `>` that ends a comment, a CDATA section or an instruction, or -1. */
function asideEnd(bytes: Buffer, start: number): number {
  if (bytes[start + 1] === QUESTION) return endBehind(bytes, QUESTION, 1, start + 2);
  const third = bytes[start + 2];
  if (third === DASH && bytes[start + 3] === DASH) return endBehind(bytes, DASH, 2, start + 4);
  return third === 0x5b ? endBehind(bytes, 0x5d, 2, start + 9) : -1;
}

/** The first `>` right behind `times` times that byte, none of which stands before `from`. */
function endBehind(bytes: Buffer, byte: number, times: number, from: number): number {
  for (let at = bytes.indexOf(GREATER, from + times); at >= 0; at = bytes.indexOf(GREATER, at + 1)) {
    if (bytes[at - 1] === byte && (times === 1 || bytes[at - 2] === byte)) return at;
  }
  return -1;
}

/** Texts between tags are mostly short, where a loop is faster than a search; long ones are searched. */
export function findLess(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + 48);
  for (let at = from; at < near; at += 1) if (bytes[at] === LESS) return at;
  const found = bytes.indexOf(LESS, near);
  return found < 0 ? bytes.length : found;
}
