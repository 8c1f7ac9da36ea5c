import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import type { ExecResult, RunningProcess } from '#contracts/exec.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import { collectOutput, NO_OUTPUT } from '#host/bounded-output.ts';
import { findTree, killTree } from '#host/kill-tree.ts';
import { readProcess } from '#host/process-table.ts';
import { MARK_VARIABLE, type ProcessTree } from '#host/process-tree.ts';
import { readableOf, writableOf } from './live-streams.ts';

export interface LiveRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** More than this on standard error ends it. */
  readonly maxErrorBytes: number;
  readonly blobs?: LocalBlobs | undefined;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
type Stop = 'aborted' | 'timed-out' | 'too-much-output';

const KEPT_ERROR_BYTES = 256 * 1024;
/** Helpers that end right after their parent are not leftovers. */
const SETTLE_MS = 50;
/**
 * What is still in the pipe of a dead program arrives at once; any later data is from another process that holds it
 * open.
 */
const DRAIN_MS = 1_000;

/** Starts a program that is talked to. Nothing of its tree outlives it, the signal, or `kill`. Never rejects. */
export async function startLive(request: LiveRequest): Promise<RunningProcess> {
  if (request.signal?.aborted) return neverRan({ outcome: 'aborted' });
  const mark = randomBytes(16).toString('hex');
  try {
    const child = spawn(request.program, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env, [MARK_VARIABLE]: [process.env[MARK_VARIABLE], mark].filter(Boolean).join(':') },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const failed = new Promise<Error>((resolve) => child.on('error', resolve));
    if (child.pid === undefined) throw await failed;
    return follow(child, { mark, root: readProcess(child.pid), seen: new Map() }, request);
  } catch (error) {
    return neverRan({ outcome: 'unstartable', error: toErrorInfo(error, 'PROCESS_UNSTARTABLE') });
  }
}

/** A process that ended before it began. */
export function neverRan(how: { readonly outcome: ExecResult['outcome']; readonly error?: ErrorInfo }): RunningProcess {
  const ended = { exitCode: null, signal: null, durationMs: 0, stdout: NO_OUTPUT, stderr: NO_OUTPUT, leftovers: 0 };
  return {
    stdin: new WritableStream({ start: (controller) => controller.error(new Error('It did not start.')) }),
    stdout: new ReadableStream({ start: (controller) => controller.close() }),
    ended: Promise.resolve({ ...how, ...ended }),
    kill: async () => undefined,
  };
}

function follow(child: Child, tree: ProcessTree, request: LiveRequest): RunningProcess {
  const begin = performance.now();
  const stopping = stopper(() => killTree(tree, request.graceMs));
  const release = watch(request, stopping.stop);
  const errors = readErrors(child.stderr, request, () => stopping.stop('too-much-output'));
  const stdout = readableOf(child.stdout);
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));

  const finish = async (): Promise<ExecResult> => {
    const { code, signal } = await Promise.race([exited, stopping.unkillable]);
    release();
    const durationMs = performance.now() - begin;
    const leftovers = stopping.begun() ? 0 : await endLeftovers(tree, request.graceMs);
    await stopping.done();
    stdout.flush(DRAIN_MS);
    const outcome = stopping.reason() ?? (signal === null ? 'exited' : 'signalled');
    const stderr = await errors.finish();
    return { outcome, exitCode: code, signal, durationMs, stdout: NO_OUTPUT, stderr, leftovers };
  };
  const ended = finish();
  return {
    stdin: writableOf(child.stdin),
    stdout: stdout.stream,
    ended,
    async kill() {
      stopping.stop('aborted');
      await ended;
    },
  };
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Ends the tree once, for the first reason that comes up. */
function stopper(kill: () => Promise<number>) {
  const unkillable = Promise.withResolvers<Exit>();
  let killing: Promise<number> | undefined;
  let reason: Stop | undefined;
  return {
    stop(why: Stop): void {
      if (killing !== undefined) return;
      reason = why;
      killing = kill();
      void killing.then((survivors) => survivors > 0 && unkillable.resolve({ code: null, signal: null }));
    },
    begun: () => killing !== undefined,
    reason: () => reason,
    done: async () => void (await killing),
    /** Settles only when a process outlived SIGKILL, so that no caller waits for its exit. */
    unkillable: unkillable.promise,
  };
}

function watch({ signal, timeoutMs }: LiveRequest, stop: (why: Stop) => void): () => void {
  const abort = (): void => stop('aborted');
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop('timed-out'), timeoutMs);
  return () => {
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
  };
}

async function endLeftovers(tree: ProcessTree, graceMs: number): Promise<number> {
  if (findTree(tree).length === 0) return 0;
  await sleep(SETTLE_MS);
  const count = findTree(tree).length;
  if (count > 0) await killTree(tree, graceMs);
  return count;
}

function readErrors(stream: Readable, { maxErrorBytes, blobs }: LiveRequest, tooMuch: () => void) {
  const kept = collectOutput(KEPT_ERROR_BYTES, blobs);
  let storing: Promise<void> = Promise.resolve();
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.on('data', (chunk: Buffer) => {
    if (kept.size() > maxErrorBytes) return;
    stream.pause();
    // What cannot be stored is lost, but the program runs on.
    storing = kept.add(chunk).catch(() => undefined);
    void storing.then(() => {
      if (kept.size() > maxErrorBytes) tooMuch();
      stream.resume();
    });
  });
  stream.on('error', () => undefined);
  return {
    async finish() {
      await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
      stream.destroy();
      await storing;
      try {
        return await kept.finish(true);
      } catch {
        return NO_OUTPUT;
      } finally {
        await kept.discard();
      }
    },
  };
}
