import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentEvent, AttemptRunner } from '#contracts/agent.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import { TranscriptLine } from '#contracts/http/transcript-routes.ts';
import { toJson } from '#contracts/json.ts';
import { errnoOf } from '#host/file-error.ts';
import type { Home } from '#host/home.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { Redactor } from '#host/redact.ts';
import { redactedEvents } from './redact-events.ts';

/** Where the events of an attempt are kept: `transcripts/RUN/ACT-ATTEMPT.jsonl` in Assay's home. */
export function transcriptPath({ root }: Pick<Home, 'root'>, run: string, act: string, attempt: number): string {
  // Names of nodes contain no dot; those of sub-graphs contain slashes.
  return join(root, 'transcripts', run, `${act.replaceAll('/', '.')}-${attempt}.jsonl`);
}

export interface TranscriptSink {
  /** Returns at once. */
  add(event: AgentEvent): void;
  /** Everything is written, or why it could not be. */
  close(): Promise<{ readonly problem: unknown } | null>;
}

/** Events as lines of a file, secrets removed, readable by others while they arrive. */
export function transcriptSink(path: string, redactor: Redactor, now: () => number): TranscriptSink {
  const clean = redactedEvents(redactor);
  let lines = '';
  let problem: { readonly problem: unknown } | null = null;
  let file: FileHandle | null = null;
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    // Events that arrive while the last part is written go with the next.
    while (lines !== '') {
      const part = lines;
      lines = '';
      file ??= await openFile(path);
      await file.appendFile(part);
    }
  };
  const start = (): void => {
    writing ??= write()
      .catch((thrown: unknown) => {
        problem ??= { problem: thrown };
      })
      .finally(() => {
        writing = null;
        if (lines !== '' && problem === null) start();
      });
  };
  return {
    add(event) {
      if (problem !== null) return;
      for (const each of clean(event)) lines += `${JSON.stringify({ at: now(), event: each })}\n`;
      if (lines !== '') start();
    },
    async close() {
      while (writing !== null) await writing;
      await file?.close().catch(() => undefined);
      return problem;
    },
  };
}

/** Passes events on and stores them; when the last one is seen, all are in the file. A full disk ends no attempt. */
export async function* recorded(events: AsyncIterable<AgentEvent>, sink: TranscriptSink): AsyncGenerator<AgentEvent> {
  let isClosed = false;
  const close = async () => {
    if (isClosed) return null;
    isClosed = true;
    return sink.close();
  };
  try {
    for await (const event of events) {
      sink.add(event);
      if (event.type === 'complete') {
        const failed = await close();
        if (failed !== null) yield { type: 'error', error: toErrorInfo(failed.problem, 'FILE_UNWRITABLE') };
      }
      yield event;
    }
  } finally {
    await close();
  }
}

/** An attempt runner that stores every attempt of a run. */
export const recordedAttemptRunner =
  (attemptRunner: AttemptRunner, home: Pick<Home, 'root'>, redactor: Redactor, now: () => number): AttemptRunner =>
  (task, signal, allowance) => {
    const events = attemptRunner(task, signal, allowance);
    if (!task.of) return events;
    const path = transcriptPath(home, task.of.run, task.of.act, task.of.attempt);
    return recorded(events, transcriptSink(path, redactor, now));
  };

/** What has been stored so far; empty where there is none. */
export const readTranscript = (path: string): Promise<TranscriptLine[]> => new TranscriptTail(path).more();

/** Reads a transcript as it grows. A line that is not complete yet is left for the next time. */
export class TranscriptTail {
  readonly #path: string;
  #at = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async more(): Promise<TranscriptLine[]> {
    const bytes = await this.#read();
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.#at += end;
    return bytes
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .flatMap((line) => transcriptLine(line));
  }

  async #read(): Promise<Buffer> {
    let file: FileHandle;
    try {
      file = await open(this.#path, 'r');
    } catch (thrown) {
      if (errnoOf(thrown) === 'ENOENT') return Buffer.alloc(0);
      throw thrown;
    }
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.max(0, size - this.#at));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#at);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}

async function openFile(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path));
  return open(path, 'a', 0o600);
}

/** A line that a crash cut off, or that a newer Assay wrote, is skipped. */
export function transcriptLine(line: string): TranscriptLine[] {
  if (line === '') return [];
  try {
    const read = TranscriptLine.safeParse(toJson(JSON.parse(line), 'line'));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
