/**
 * Pure. JSON with comments and trailing commas, as plain JSON of the same length: everything else becomes a space, so
 * that positions stay.
 */
export function withoutComments(bytes: Uint8Array): Uint8Array {
  const out = Uint8Array.from(bytes);
  /** The position of a comma after which nothing has followed yet. */
  let comma = -1;
  for (let at = 0; at < out.length; ) {
    const byte = out[at] ?? 0;
    if (byte === QUOTE) {
      comma = -1;
      at = endOfString(out, at);
    } else if (byte === SLASH && out[at + 1] === SLASH) at = blankLine(out, at);
    else if (byte === SLASH && out[at + 1] === STAR) at = blankBlock(out, at);
    else {
      if (byte === COMMA) comma = at;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && comma !== -1) {
        out[comma] = SPACE;
        comma = -1;
      } else if (byte > SPACE) comma = -1;
      at += 1;
    }
  }
  return out;
}

const [SPACE, QUOTE, BACKSLASH, SLASH, STAR, COMMA] = [0x20, 0x22, 0x5c, 0x2f, 0x2a, 0x2c];
const [CLOSE_ARRAY, CLOSE_OBJECT, LINE_FEED] = [0x5d, 0x7d, 0x0a];

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE || bytes[at] === LINE_FEED) return at + 1;
  }
  return bytes.length;
}

function blankLine(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length && bytes[at] !== LINE_FEED; at += 1) bytes[at] = SPACE;
  return at;
}

function blankBlock(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at += 1) {
    const ends = at > start + 2 && bytes[at] === SLASH && bytes[at - 1] === STAR;
    const hold = bytes[at - 1];
    if (ends) {
      bytes[at] = SPACE;
      return finish(bytes, at);
    }
    if (bytes[at] !== LINE_FEED && !(bytes[at] === STAR && bytes[at + 1] === SLASH) && hold !== undefined)
      bytes[at] = SPACE;
  }
  return at;
}

/** The star before the end was kept to be seen. */
function finish(bytes: Uint8Array, at: number): number {
  bytes[at - 1] = SPACE;
  return at + 1;
}
