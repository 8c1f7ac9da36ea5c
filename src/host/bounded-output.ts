import type { BlobHash } from '#contracts/ids.ts';
import type { LocalBlobs } from './blob-store.ts';
import type { BlobWriter } from './blob-writer.ts';
import { byteQueue } from './byte-queue.ts';

/** The text of one stream. */
export interface Output {
  /** All of it, or its head and tail with a line in between that says how much is missing. */
  readonly text: string;
  /** Bytes received. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** Where the full output is stored, when it was truncated and a blob store was given. */
  readonly blob?: BlobHash;
  /** False when reading stopped while another process still held the stream open. */
  readonly ended: boolean;
}

export interface OutputCollector {
  add(chunk: Uint8Array): Promise<void>;
  /** Bytes received so far. */
  size(): number;
  finish(ended: boolean): Promise<Output>;
  discard(): Promise<void>;
}

/** Keeps at most `maxBytes` in memory. Longer output also goes to a blob as it arrives. */
export function collectOutput(maxBytes: number, blobs?: LocalBlobs): OutputCollector {
  const headSize = Math.ceil(maxBytes / 2);
  const tailSize = maxBytes - headSize;
  const head = byteQueue();
  const tail = byteQueue();
  let bytes = 0;
  let spill: BlobWriter | undefined;

  return {
    size: () => bytes,
    async add(chunk) {
      const before = bytes;
      bytes += chunk.byteLength;
      if (bytes > maxBytes && before <= maxBytes && blobs) {
        spill = await blobs.writer();
        for (const part of [...head.parts(), ...tail.parts()]) await spill.write(part);
      }
      await spill?.write(chunk);
      const room = Math.max(0, headSize - before);
      head.push(chunk.subarray(0, room));
      tail.push(chunk.subarray(Math.max(room, chunk.byteLength - tailSize)));
      tail.dropFront(tail.size() - tailSize);
    },
    async finish(ended) {
      const blob = await spill?.commit();
      const truncated = bytes > maxBytes;
      const text = truncated
        ? joinAround(Buffer.concat(head.parts()), Buffer.concat(tail.parts()), bytes, blob)
        : decode(Buffer.concat([...head.parts(), ...tail.parts()]));
      return { text, bytes, truncated, ended, ...(blob === undefined ? {} : { blob }) };
    },
    discard: async () => spill?.discard(),
  };
}

export const NO_OUTPUT: Output = { text: '', bytes: 0, truncated: false, ended: true };

function joinAround(head: Buffer, tail: Buffer, bytes: number, blob: BlobHash | undefined): string {
  const first = head.subarray(0, endOfWholeCharacters(head));
  const last = tail.subarray(startOfWholeCharacters(tail));
  const missing = bytes - first.byteLength - last.byteLength;
  const where = blob === undefined ? '' : `; the whole is blob ${blob}`;
  return `${decode(first)}\n[… ${missing} bytes left out${where} …]\n${decode(last)}`;
}

/** Bytes that are not UTF-8 become U+FFFD; the blob keeps them unchanged. */
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function startOfWholeCharacters(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start++;
  return start;
}

function endOfWholeCharacters(bytes: Uint8Array): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--;
  const byte = bytes[lead] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? lead : bytes.length;
}
