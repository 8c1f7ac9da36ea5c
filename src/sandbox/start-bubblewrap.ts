import { toErrorInfo } from '#contracts/errors.ts';
import type { RunningProcess } from '#contracts/exec.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import { type BubblewrapParts, enterBubblewrap, type SandboxEntry } from './enter-bubblewrap.ts';
import { neverRan, startLive } from './live-process.ts';

/** Starts programs under bubblewrap that are talked to while they run. */
export function startBubblewrap(parts: BubblewrapParts): Sandbox['start'] {
  return async (input, policy, signal) => {
    const entering = await enterBubblewrap(parts, input, policy, signal).catch((thrown: unknown) => ({
      ok: false as const,
      error: toErrorInfo(thrown, 'PROCESS_UNSTARTABLE'),
    }));
    if (!entering.ok) return neverRan({ outcome: 'unstartable', error: entering.error });
    const { entry } = entering;
    const live = await startLive({
      ...entry.start,
      signal: entry.signal,
      // The limits that the command names: the defaults are for commands that do one thing.
      timeoutMs: input.timeoutMs,
      maxErrorBytes: policy.limits.outputBytes,
      blobs: parts.blobs,
      graceMs: 0,
    });
    if (entry.command.stdin !== undefined) await say(live, entry.command.stdin);
    return { ...live, ended: judged(live, entry) };
  };
}

async function judged(live: RunningProcess, entry: SandboxEntry): Promise<Awaited<RunningProcess['ended']>> {
  const result = await live.ended;
  try {
    return entry.judge(result);
  } finally {
    await entry.leave().catch(() => undefined);
  }
}

/** The first input, if the command has some; the rest is the caller's. */
async function say(live: RunningProcess, words: string): Promise<void> {
  const writer = live.stdin.getWriter();
  await writer.write(new TextEncoder().encode(words)).catch(() => undefined);
  writer.releaseLock();
}
