import {
  type AgentEvent,
  type AgentResult,
  type AgentTask,
  type AgentUsage,
  NO_AGENT_USAGE,
} from '#contracts/agent.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { eventQueue } from './event-queue.ts';
import { limitReached } from './limits.ts';

/** What an attempt's work tells while it goes on. */
export interface Telling {
  tell(event: Exclude<AgentEvent, { type: 'complete' | 'usage' }>): void;
  /** All that it has used so far. A limit that is reached by it calls the work off. */
  used(usage: AgentUsage): void;
}

export interface Ended {
  readonly result: AgentResult;
  readonly resume?: string | undefined;
}

/** Does the work of one attempt, and has nothing running when it settles. It may throw. */
export type Work = (telling: Telling, signal: AbortSignal) => Promise<Ended>;

/**
 * The frame around an attempt by any program: one `complete` at the end whatever happens, the limits of the task, and
 * nothing left behind when whoever listens goes away.
 */
export async function* frameAttempt(task: AgentTask, signal: AbortSignal, work: Work): AsyncGenerator<AgentEvent> {
  const queue = eventQueue<AgentEvent>();
  const off = new AbortController();
  let usage = NO_AGENT_USAGE;
  let limit: AgentResult | undefined;
  const reach = (what: string): void => {
    limit ??= failed(
      new AssayError('ATTEMPT_LIMIT', `The attempt was ended at its limit of ${what}.`, { next: RAISE }),
    );
    off.abort();
  };
  const { seconds = AN_HOUR } = task.limits;
  const timer = setTimeout(reach, seconds * 1000, `${seconds} s`);
  const telling: Telling = {
    tell: queue.push,
    used(next) {
      usage = next;
      queue.push({ type: 'usage', usage });
      const reached = limitReached(task.limits, usage);
      if (reached !== null) reach(reached);
    },
  };
  const done = settle(work, telling, AbortSignal.any([signal, off.signal])).finally(queue.close);
  try {
    yield* queue.events;
    const ended = await done;
    const result = conclude(ended.result, signal, limit);
    yield { type: 'complete', usage, result, ...(ended.resume === undefined ? {} : { resume: ended.resume }) };
  } finally {
    clearTimeout(timer);
    off.abort();
    await done;
  }
}

/** Some programs go on for ever where their model talks nonsense. */
const AN_HOUR = 3_600;
const RAISE = 'Raise the limit, or give it a smaller task.';

async function settle(work: Work, telling: Telling, signal: AbortSignal): Promise<Ended> {
  try {
    signal.throwIfAborted();
    return await work(telling, signal);
  } catch (thrown) {
    return { result: failed(thrown) };
  }
}

/** What was finished before the limit was seen stands; what was called off by its caller does not. */
function conclude(result: AgentResult, signal: AbortSignal, limit: AgentResult | undefined): AgentResult {
  if (signal.aborted) {
    const why = signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? 'no longer wanted');
    return failed(new AssayError('ATTEMPT_ABORTED', `The attempt was called off: ${why}`));
  }
  return limit !== undefined && result.type === 'failed' ? limit : result;
}

export const failed = (thrown: unknown, retry = false): AgentResult => ({
  type: 'failed',
  error: toErrorInfo(thrown),
  retry,
});
