import type { AgentEvent, AgentResult, AgentTask, AgentUsage, Allowance } from '#contracts/agent.ts';
import { AssayError, type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { eventQueue } from './event-queue.ts';
import { programLimitError, programMeter } from './program-meter.ts';
import type { ProgramCalls } from './program-sandbox.ts';

/** What an attempt's work reports while it runs. */
export interface Telling {
  tell(event: Exclude<AgentEvent, { type: 'complete' | 'usage' }>): void;
  /** Everything it has used so far. Reaching a limit aborts the work. */
  used(usage: AgentUsage): void;
}

export interface Ended {
  readonly result: AgentResult;
  readonly resume?: string | undefined;
}

/** Does the work of one attempt, and has nothing running when it settles. It may throw. */
export type ProgramWork = (telling: Telling, signal: AbortSignal, calls: ProgramCalls) => Promise<Ended>;

/**
 * The frame around an attempt by any program: exactly one `complete` at the end, the limits of the task and of its
 * run's budget, and nothing left behind when the listener stops.
 */
export async function* frameAttempt(
  task: AgentTask,
  allowance: Allowance | undefined,
  signal: AbortSignal,
  work: ProgramWork,
): AsyncGenerator<AgentEvent> {
  const queue = eventQueue<AgentEvent>();
  const off = new AbortController();
  const meter = programMeter(task.limits, allowance);
  let limit: AgentResult | undefined;
  const stop = (why: ErrorInfo): void => {
    limit ??= { type: 'failed', error: why, retry: false };
    off.abort();
  };
  const { seconds = AN_HOUR } = task.limits;
  const timer = setTimeout(() => stop(programLimitError(`${seconds} s`)), seconds * 1000);
  const mayAsk = async (): Promise<string | null> => {
    const over = await meter.over();
    if (over !== null) stop(over);
    return over?.message ?? null;
  };
  const changed = (): void => {
    queue.push({ type: 'usage', usage: meter.usage });
    // Where no proxy is between the program and its model, it is stopped here.
    mayAsk().catch((thrown: unknown) => stop(toErrorInfo(thrown)));
  };
  const telling: Telling = {
    tell: queue.push,
    used(usage) {
      meter.told(usage);
      changed();
    },
  };
  const calls: ProgramCalls = {
    mayAsk,
    measured(answer) {
      meter.seen(answer);
      changed();
    },
  };
  const done = settle(work, telling, AbortSignal.any([signal, off.signal]), calls).finally(queue.close);
  try {
    yield* queue.events;
    const ended = await done;
    const result = conclude(ended.result, signal, limit);
    const { usage } = meter;
    yield { type: 'complete', usage, result, ...(ended.resume === undefined ? {} : { resume: ended.resume }) };
  } finally {
    clearTimeout(timer);
    off.abort();
    await done;
  }
}

/** Some programs never end if their model returns nonsense. */
const AN_HOUR = 3_600;

async function settle(work: ProgramWork, telling: Telling, signal: AbortSignal, calls: ProgramCalls): Promise<Ended> {
  try {
    signal.throwIfAborted();
    return await work(telling, signal, calls);
  } catch (thrown) {
    return { result: failedAttempt(thrown) };
  }
}

/** A result before the limit was noticed counts; after an abort by the caller it does not. */
function conclude(result: AgentResult, signal: AbortSignal, limit: AgentResult | undefined): AgentResult {
  if (signal.aborted) {
    const why = signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? 'no longer needed');
    return failedAttempt(new AssayError('ATTEMPT_ABORTED', `The attempt was cancelled: ${why}`));
  }
  return limit !== undefined && result.type === 'failed' ? limit : result;
}

export const failedAttempt = (thrown: unknown, retry = false): AgentResult => ({
  type: 'failed',
  error: toErrorInfo(thrown),
  retry,
});
