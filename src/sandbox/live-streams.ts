import type { Readable, Writable } from 'node:stream';

/** Standard input of a program. A write to a program that is gone rejects; nothing is thrown elsewhere. */
export function writableOf(stdin: Writable): WritableStream<Uint8Array> {
  stdin.on('error', () => undefined); // it may end without having read its input
  return new WritableStream({
    write: (chunk) =>
      new Promise((resolve, reject) => stdin.write(chunk, (error) => (error ? reject(error) : resolve()))),
    close: () => new Promise((resolve) => void stdin.end(resolve)),
    abort: () => void stdin.destroy(),
  });
}

export interface LiveReadable {
  readonly stream: ReadableStream<Uint8Array>;
  /** The program is gone: reads what is still in the pipe, and closes after at most this long. */
  flush(withinMs: number): void;
}

const QUEUED_BYTES = 256 * 1024;

/** Standard output of a program, which waits while nothing reads it. Ends normally whatever happens to the program. */
export function readableOf(stdout: Readable): LiveReadable {
  let open = true;
  let flushing = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stdout.on('data', (chunk: Buffer) => {
          if (!open) return;
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0 && !flushing) stdout.pause();
        });
        stdout.on('error', () => undefined);
        stdout.once('close', () => {
          if (open) controller.close();
          open = false;
        });
      },
      pull: () => void stdout.resume(),
      cancel() {
        open = false;
        stdout.resume(); // read on, so that the program does not stand still
      },
    },
    { highWaterMark: QUEUED_BYTES, size: (chunk) => chunk.byteLength },
  );
  return {
    stream,
    flush(withinMs) {
      flushing = true;
      stdout.resume();
      setTimeout(() => stdout.destroy(), withinMs).unref();
    },
  };
}
