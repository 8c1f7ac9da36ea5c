import type { Sandbox } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { type BubblewrapParts, enterBubblewrap, unstartable } from './enter-bubblewrap.ts';

/** Runs commands under bubblewrap. Rejects only when our own side fails; a failing command is a result. */
export function execBubblewrap(parts: BubblewrapParts): Sandbox['exec'] {
  return async (input, policy, signal) => {
    const entering = await enterBubblewrap(parts, input, policy, signal);
    if (!entering.ok) return unstartable(entering.error);
    const { entry } = entering;
    try {
      const { survivors: _, ...result } = await runProcess({
        ...entry.start,
        stdin: entry.command.stdin,
        timeoutMs: entry.command.timeoutMs,
        signal: entry.signal,
        maxSpillBytes: policy.limits.outputBytes,
        blobs: parts.blobs,
        // A SIGTERM first would end bubblewrap, and everything inside with it, no later than the kill.
        graceMs: 0,
        leavesNothing: entry.isEmpty,
      });
      return entry.judge(result);
    } finally {
      await entry.leave();
    }
  };
}
