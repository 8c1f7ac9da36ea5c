import type { ByteSource } from './source.ts';

/** A chunk of a file. The bytes are only valid until the next one is requested: the buffer is reused. */
export interface ByteChunk {
  readonly bytes: Buffer;
  /** Offset of its first byte in the file. */
  readonly at: number;
}

const FIRST = 128 * 1024;
const CHUNK = 1024 * 1024;

/** A file from a position on, in constant memory. The next stretch is read while the caller works on this one. */
export async function* chunks(source: ByteSource, from: number, signal?: AbortSignal): AsyncGenerator<ByteChunk, void> {
  let current = Buffer.allocUnsafe(Math.min(FIRST, Math.max(1, source.size)));
  let spare = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, source.size)));
  let at = from;
  let filled = await source.read(current, at);
  while (filled > 0) {
    signal?.throwIfAborted();
    const ahead = source.read(spare, at + filled);
    try {
      yield { bytes: current.subarray(0, filled), at };
    } finally {
      // Also when the caller stops early: the buffer and the file must not be in use after that.
      await ahead.catch(() => 0);
    }
    at += filled;
    filled = await ahead;
    if (current.length < spare.length) current = Buffer.allocUnsafe(spare.length);
    [current, spare] = [spare, current];
  }
}
