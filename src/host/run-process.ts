import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#contracts/clock.ts';
import { NO_OUTPUT } from './bounded-output.ts';
import { systemClock } from './clock.ts';
import { findTree, killTree } from './kill-tree.ts';
import type { ProcessTree } from './process-tree.ts';
import {
  type Exit,
  NO_EXIT,
  type NoExit,
  type ProcessEnd,
  type ProcessRequest,
  type ProcessResult,
  type Stop,
} from './process-types.ts';
import { readOutput } from './read-output.ts';
import { startProcess } from './start-process.ts';

export type { ProcessRequest, ProcessResult, StreamName } from './process-types.ts';

const GRACE_MS = 2_000;
/** Helpers that end right after their parent are not leftovers. */
const SETTLE_MS = 50;

/**
 * Runs a program to its end and says how it ended; nothing of its tree runs on. Rejects only when our side fails: a
 * callback threw, or the output could not be stored (DISK_FULL); the tree is ended then, too.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const clock = request.clock ?? systemClock;
  const begin = clock.monotonic();
  const nothing = { durationMs: 0, stdout: NO_OUTPUT, stderr: NO_OUTPUT, leftovers: 0, survivors: 0, ...NO_EXIT };
  if (request.signal?.aborted) return { ...nothing, outcome: 'aborted' };

  const started = await startProcess(request);
  if (!started.ok) return { ...nothing, outcome: 'unstartable', error: started.error };

  const { child, tree, exited } = started;
  const graceMs = request.graceMs ?? GRACE_MS;
  const stopping = stopper(() => killTree(tree, graceMs));
  const output = readOutput(child, request, { tooMuch: () => stopping.stop('too-much-output'), failed: stopping.fail });
  const release = watchLimits(request, clock, stopping.stop);
  const exit = await Promise.race([exited, stopping.unkillable]);
  release();
  const durationMs = clock.monotonic() - begin;

  const isAlone = stopping.begun() || (await leftNothing(request));
  const left = isAlone ? NONE_LEFT : await endLeftovers(tree, graceMs, request.leaveDaemons ?? false);
  const survivors = left.survivors + (await stopping.survivors());
  await output.drain();
  const failure = stopping.failure();
  if (failure) {
    await output.discard();
    throw failure.error;
  }
  const streams = await output.finish();
  return { ...ending(stopping.reason(), exit), ...streams, durationMs, leftovers: left.count, survivors };
}

type Stopper = ReturnType<typeof stopper>;

/** Ends the tree once, for the first reason that comes up. */
function stopper(kill: () => Promise<number>) {
  const unkillable = Promise.withResolvers<NoExit>();
  let killing: Promise<number> | undefined;
  let reason: Stop | undefined;
  let failure: { readonly error: unknown } | undefined;

  const begin = (): void => {
    killing ??= kill();
    void killing.then((survivors) => survivors > 0 && unkillable.resolve(NO_EXIT));
  };
  return {
    stop: (why: Stop): void => {
      if (!killing) reason = why;
      begin();
    },
    fail: (error: unknown): void => {
      failure ??= { error };
      begin();
    },
    begun: () => killing !== undefined,
    reason: () => reason,
    /** Settles only when a process outlived SIGKILL, so that no caller waits for its exit. */
    unkillable: unkillable.promise,
    survivors: async () => (await killing) ?? 0,
    failure: () => failure,
  };
}

function watchLimits(request: ProcessRequest, clock: Clock, stop: Stopper['stop']): () => void {
  const abort = (): void => stop('aborted');
  request.signal?.addEventListener('abort', abort, { once: true });
  if (request.signal?.aborted) abort();
  const cancel = request.timeoutMs === undefined ? undefined : clock.after(request.timeoutMs, () => stop('timed-out'));
  return () => {
    request.signal?.removeEventListener('abort', abort);
    cancel?.();
  };
}

const leftNothing = async ({ leavesNothing = false }: ProcessRequest): Promise<boolean> =>
  typeof leavesNothing === 'boolean' ? leavesNothing : await leavesNothing();

const NONE_LEFT = { count: 0, survivors: 0 };

/** Processes that were still running when the program ended by itself. */
async function endLeftovers(tree: ProcessTree, graceMs: number, leave: boolean): Promise<typeof NONE_LEFT> {
  if (findTree(tree).length === 0) return NONE_LEFT;
  await sleep(SETTLE_MS);
  const count = findTree(tree).length;
  return { count, survivors: count === 0 || leave ? 0 : await killTree(tree, graceMs) };
}

function ending(stop: Stop | undefined, exit: Exit | NoExit): ProcessEnd {
  if (stop) return { outcome: stop, ...exit };
  if (exit.signal !== null) return { outcome: 'signalled', exitCode: null, signal: exit.signal };
  // Without a stop an exit was seen, and an exit has a code or a signal.
  return { outcome: 'exited', exitCode: exit.exitCode ?? 1, signal: null };
}
