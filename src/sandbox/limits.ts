import { statfsSync } from 'node:fs';
import type { ExecResult } from '#contracts/exec.ts';
import type { SandboxLimits } from '#contracts/sandbox.ts';
import { sharedOnce, type TreeUsage, treeUsage } from './tree-usage.ts';

export type OverLimit = NonNullable<ExecResult['limit']>;

/** Enough for a usual test run of one project; a policy may differ. */
export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  processes: 1024,
  memoryBytes: 4 * 1024 ** 3,
  scratchBytes: 1024 ** 3,
  outputBytes: 64 * 1024 ** 2,
};

export interface LimitWatch {
  readonly limits: SandboxLimits;
  /** The first process inside, by its pid outside; undefined until it is known. */
  root(): number | undefined;
  /** Host folders the tree may write to. */
  readonly writable: readonly string[];
  /** Called once. */
  over(limit: OverLimit): void;
}

/** Left free on the disk of a workspace, or half of what was free at the start if that is less. */
const RESERVE_BYTES = 1024 ** 3;
const FIRST_LOOK_MS = 25;
const BUSY_MS = 25;
const QUIET_MS = 200;

/**
 * Watches a sandbox from outside, since nothing inside counts a whole tree: the kernel does not limit the number of
 * processes of root, its memory limit is per process, and it has no disk limit for a folder. Ends the sandbox when a
 * limit is exceeded. Returns a function that stops the watch.
 */
export function watchLimits(watch: LimitWatch): () => void {
  const reserves = watch.writable.map((path) => ({ path, bytes: Math.min(RESERVE_BYTES, freeBytes(path) / 2) }));
  const look = (): void => {
    const root = watch.root();
    const usage = root === undefined ? null : treeUsage(root, watch.limits.processes);
    const over = overLimit(watch.limits, usage, () => sharedOnce(root ?? 0));
    const full = reserves.some(({ path, bytes }) => freeBytes(path) < bytes);
    if (over === null && !full) {
      timer = setTimeout(look, pause(watch.limits, usage));
      return;
    }
    // The first process of a pid namespace takes all others with it, including those being created.
    if (root !== undefined) kill(root);
    watch.over(over ?? 'disk');
  };
  let timer = setTimeout(look, FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}

export function overLimit(limits: SandboxLimits, usage: TreeUsage | null, exactMemory: () => number): OverLimit | null {
  if (usage === null) return null;
  if (usage.tasks > limits.processes) return 'processes';
  if (usage.memoryBytes > limits.memoryBytes && exactMemory() > limits.memoryBytes) return 'memory';
  return null;
}

/** Near a limit it looks often; a sandbox far from any costs little. */
function pause(limits: SandboxLimits, usage: TreeUsage | null): number {
  if (usage === null) return BUSY_MS;
  const quiet = usage.tasks < limits.processes / 4 && usage.memoryBytes < limits.memoryBytes / 4;
  return quiet ? QUIET_MS : BUSY_MS;
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // gone: cannot fill up
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
