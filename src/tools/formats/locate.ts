import { chunks } from './chunks.ts';
import type { FormatFault } from './format.ts';
import { type ByteSource, readAt } from './source.ts';
import { decodeUtf8 } from './utf8.ts';

/** A place as editors and programs name it: lines and columns from 1, columns in characters, bytes from 0. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}

/** A column beyond this is given as counted in bytes from there on. */
const LONGEST_LINE = 1024 * 1024;

/** Only a fault needs its line, so no reader has to count lines on the way. */
export async function locateText(source: ByteSource, fault: FormatFault, signal?: AbortSignal): Promise<TextPosition> {
  const byte = Math.min(fault.byte, source.size);
  let line = 1;
  let lineStart = 0;
  for await (const chunk of chunks(source, 0, signal)) {
    const end = Math.min(chunk.bytes.length, byte - chunk.at);
    for (let from = 0; ; line += 1) {
      const found = chunk.bytes.indexOf(0x0a, from);
      if (found < 0 || found >= end) break;
      from = found + 1;
      lineStart = chunk.at + from;
    }
    if (chunk.at + chunk.bytes.length >= byte) break;
  }
  return { line, column: await columnOf(source, lineStart, byte), byte };
}

async function columnOf(source: ByteSource, lineStart: number, byte: number): Promise<number> {
  const length = byte - lineStart;
  const before = await readAt(source, lineStart, Math.min(length, LONGEST_LINE));
  const bom = lineStart === 0 && before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf ? 3 : 0;
  const characters = Array.from(decodeUtf8(before.subarray(bom))).length;
  return 1 + characters + Math.max(0, length - LONGEST_LINE);
}
