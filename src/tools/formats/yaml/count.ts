import { chunks } from '../chunks.ts';
import type { ByteSource } from '../source.ts';

export interface TopLevel {
  readonly documents: number;
  /** Elements of a block sequence at the root. */
  readonly items: number;
  /** Keys of a block mapping at the root. */
  readonly keys: number;
}

const NEWLINE = 0x0a;
const DASH = 0x2d;

/** Counts what begins in the first column, where in block style only what belongs to the root can begin. */
export async function countTopLevel(source: ByteSource, from: number, signal?: AbortSignal): Promise<TopLevel> {
  let [separators, items, keys, dashes] = [0, 0, 0, 0];
  let atLineStart = true;
  let hasContent = false;
  let pending: number[] = [];
  const judge = () => {
    const [first = NEWLINE, second = NEWLINE, third = NEWLINE] = pending;
    if (first === DASH && second === DASH && third === DASH) separators += hasContent ? 1 : 0;
    else if (first === DASH && second <= 0x20) dashes += 1;
    else if (first > 0x20 && first !== 0x23 && first !== 0x25 && first !== 0x2e) keys += 1;
    hasContent ||= items + keys + dashes > 0;
    pending = [];
  };
  for await (const { bytes } of chunks(source, from, signal)) {
    for (let at = 0; at < bytes.length; ) {
      if (!atLineStart) {
        const end = bytes.indexOf(NEWLINE, at);
        if (end < 0) break;
        at = end + 1;
        atLineStart = true;
        continue;
      }
      const byte = bytes[at] ?? NEWLINE;
      pending.push(byte);
      at += byte === NEWLINE ? 0 : 1;
      if (byte === NEWLINE || pending.length === 3 || byte === 0x20 || byte === 0x09) {
        judge();
        atLineStart = false;
      }
    }
  }
  if (pending.length > 0) judge();
  items = dashes;
  return { documents: separators + (hasContent ? 1 : 0), items, keys };
}
