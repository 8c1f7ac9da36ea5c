import { type FileHandle, open } from 'node:fs/promises';
import type { TranscriptLine } from '#contracts/http/transcript-routes.ts';
import { errnoOf } from '#host/file-error.ts';
import { transcriptLine } from './transcripts.ts';

export interface LinesRead {
  readonly lines: TranscriptLine[];
  /** Where the next page begins. */
  readonly next: number;
  readonly more: boolean;
}

const PAGE_BYTES = 256 * 1024;
/** A longer line is not one of ours. */
const LONGEST_LINE = 32 * 1024 ** 2;
const NEWLINE = 0x0a;

/** A part of a transcript, from a given place; null where there is none. Never more than a page and one line. */
export async function readTranscriptPage(path: string, from: number, most = PAGE_BYTES): Promise<LinesRead | null> {
  const file = await openOrNull(path);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    // A file that was truncated, or a place that was never in it.
    if (from >= size) return { lines: [], next: Math.min(from, size), more: false };
    const bytes = await wholeLines(file, from, size, most);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const isSkipped = end === 0 && bytes.length >= LONGEST_LINE;
    const next = from + (isSkipped ? bytes.length : end);
    const text = bytes.subarray(0, end).toString('utf8');
    const lines = text.split('\n').flatMap((line) => transcriptLine(line));
    return { lines, next, more: next < size && next > from };
  } finally {
    await file.close();
  }
}

/** A page; longer where the page does not contain one whole line. */
async function wholeLines(file: FileHandle, from: number, size: number, most: number): Promise<Buffer> {
  for (let wanted = most; ; wanted *= 4) {
    const bytes = Buffer.alloc(Math.min(wanted, LONGEST_LINE, size - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    const read = bytes.subarray(0, bytesRead);
    if (read.includes(NEWLINE) || from + wanted >= size || wanted >= LONGEST_LINE) return read;
  }
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
