import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { collectOutput, type Output } from './bounded-output.ts';
import { splitLines } from './line-splitter.ts';
import type { ProcessRequest, StreamName } from './process-types.ts';

const MAX_BYTES = 256 * 1024;
const MAX_SPILL_BYTES = 1024 ** 3;
/** Silence this long after the program's end means that the rest of the pipe has been read. */
const SILENCE_MS = 200;
/** Output after this comes from another process that holds the pipe. */
const DRAIN_MS = 5_000;

export interface OutputReader {
  /** Call it when the program has ended: reads what is still in the pipes, even if another process keeps them open. */
  drain(): Promise<void>;
  /** Call it after `drain`. */
  finish(): Promise<{ readonly stdout: Output; readonly stderr: Output }>;
  /** Call it instead of `finish` when something failed. */
  discard(): Promise<void>;
}

export interface OutputTrouble {
  tooMuch(): void;
  /** A callback threw, or the output could not be stored. */
  failed(error: unknown): void;
}

interface Pump {
  readonly stream: Readable;
  readonly done: Promise<void>;
  /** Changes with every chunk, and while one is being stored. */
  progress(): number;
  ended(): boolean;
}

/** Reads both streams of a process as it runs; storing holds the reading back, so memory stays bounded. */
export function readOutput(child: ChildProcess, request: ProcessRequest, trouble: OutputTrouble): OutputReader {
  const { maxBytes = MAX_BYTES, maxSpillBytes = MAX_SPILL_BYTES, blobs } = request;
  const collectors = { stdout: collectOutput(maxBytes, blobs), stderr: collectOutput(maxBytes, blobs) };

  const start = (name: StreamName, stream: Readable): Pump => {
    const lines = splitLines((line) => request.onLine?.(name, line));
    const take = async (chunk: Uint8Array): Promise<'more' | 'enough'> => {
      await collectors[name].add(chunk);
      request.onChunk?.(name, chunk);
      if (request.onLine) lines.add(chunk);
      if (collectors.stdout.size() + collectors.stderr.size() <= maxSpillBytes) return 'more';
      trouble.tooMuch();
      return 'enough';
    };
    return pump(stream, take, () => lines.end(), trouble);
  };
  const stdout = start('stdout', streamOf(child.stdout));
  const stderr = start('stderr', streamOf(child.stderr));

  const discard = async (): Promise<void> => {
    await Promise.all([collectors.stdout.discard(), collectors.stderr.discard()]);
  };
  return {
    discard,
    async drain() {
      await endOrSilence([stdout, stderr]);
      for (const { stream } of [stdout, stderr]) stream.destroy();
      await Promise.all([stdout.done, stderr.done]);
    },
    async finish() {
      try {
        return {
          stdout: await collectors.stdout.finish(stdout.ended()),
          stderr: await collectors.stderr.finish(stderr.ended()),
        };
      } finally {
        await discard();
      }
    },
  };
}

function pump(
  stream: Readable,
  take: (chunk: Uint8Array) => Promise<'more' | 'enough'>,
  atEnd: () => void,
  trouble: OutputTrouble,
): Pump {
  let progress = 0;
  let storing = false;
  let ended = false;
  const guarded = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      // A stream that broke, or that we closed: what has been read stands, and `ended` stays false.
      if (stream.errored !== error && !isPrematureClose(error)) trouble.failed(error);
    } finally {
      storing = false;
    }
  };
  const readAll = async (): Promise<void> => {
    for await (const chunk of stream) {
      progress++;
      storing = true;
      if ((await take(chunk)) === 'enough') return;
      storing = false;
    }
    ended = true;
  };
  const run = async (): Promise<void> => {
    await guarded(readAll);
    await guarded(async () => atEnd());
  };
  return { stream, done: run(), progress: () => (storing ? ++progress : progress), ended: () => ended };
}

/** Waits for the end of both streams, or until nothing more comes. */
async function endOrSilence(pumps: readonly Pump[]): Promise<void> {
  const cancel = new AbortController();
  let open = true;
  const all = Promise.all(pumps.map((one) => one.done)).then(() => {
    open = false;
    cancel.abort();
  });
  const progress = (): number => pumps.reduce((sum, one) => sum + one.progress(), 0);
  const limit = performance.now() + DRAIN_MS;
  for (let before = -1; open && before !== progress() && performance.now() < limit; ) {
    before = progress();
    await Promise.race([all, sleep(SILENCE_MS, undefined, { signal: cancel.signal }).catch(() => undefined)]);
    await turn(); // had we been kept from running, the pipes get their turn before silence is judged
  }
}

const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

function streamOf(stream: Readable | null): Readable {
  if (!stream) throw new TypeError('The process was started without pipes.');
  return stream;
}
