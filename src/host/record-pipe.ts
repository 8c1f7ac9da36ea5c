import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A named pipe that programs in a sandbox write to and only we read: what was written cannot be taken back. */
export interface RecordPipe {
  /** Everything that was written, once all writers have ended. Closes the pipe. */
  end(): Promise<{ readonly text: string; readonly overflow: boolean }>;
}

const MOST_BYTES = 64 * 1024 ** 2;
const PAUSE_MS = 4;

export async function recordPipe(folder: string, name: string): Promise<RecordPipe> {
  const path = join(folder, name);
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
  // Opened for writing as well: the pipe does not end while we listen, and no writer has to wait for a reader.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const chunks: Buffer[] = [];
  const room = Buffer.alloc(64 * 1024);
  let bytes = 0;
  let ended = false;
  const drain = (): boolean => {
    const read = readNow(fd, room);
    if (read === 0) return false;
    bytes += read;
    if (bytes <= MOST_BYTES) chunks.push(Buffer.from(room.subarray(0, read)));
    return true;
  };
  // Polled: a blocked read would hold one of our threads for as long as a test runs.
  const listening = (async () => {
    while (!ended) if (!drain()) await sleep(PAUSE_MS);
  })();
  return {
    end: async () => {
      ended = true;
      await listening;
      while (drain());
      closeSync(fd);
      return { text: Buffer.concat(chunks).toString('utf8'), overflow: bytes > MOST_BYTES };
    },
  };
}

function readNow(fd: number, room: Buffer): number {
  try {
    return readSync(fd, room);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
