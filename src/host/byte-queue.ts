const BLOCK = 65_536;

export interface ByteQueue {
  size(): number;
  parts(): Uint8Array[];
  push(bytes: Uint8Array): void;
  dropFront(count: number): void;
}

/**
 * Bytes in order, removed at the front. They are copied into blocks, so a thousand one-byte chunks cost a thousand
 * bytes and no chunk keeps the larger buffer it is a view of alive.
 */
export function byteQueue(): ByteQueue {
  const blocks: Uint8Array[] = [];
  /** Where the first block begins and where the last one ends. */
  let start = 0;
  let end = BLOCK;

  const size = (): number => (blocks.length === 0 ? 0 : (blocks.length - 1) * BLOCK + end - start);
  return {
    size,
    parts: () => blocks.map((block, n) => block.subarray(n === 0 ? start : 0, n === blocks.length - 1 ? end : BLOCK)),
    push(bytes) {
      for (let done = 0; done < bytes.byteLength; ) {
        if (end === BLOCK || blocks.length === 0) {
          blocks.push(new Uint8Array(BLOCK));
          end = 0;
        }
        const part = bytes.subarray(done, done + BLOCK - end);
        blocks.at(-1)?.set(part, end);
        end += part.byteLength;
        done += part.byteLength;
      }
    },
    dropFront(count) {
      start += Math.max(0, Math.min(count, size()));
      while (start >= BLOCK) {
        blocks.shift();
        start -= BLOCK;
      }
      if (size() === 0) {
        blocks.length = 0;
        start = 0;
        end = BLOCK;
      }
    },
  };
}
