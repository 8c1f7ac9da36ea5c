import { type AgentCompletion, type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { toErrorInfo } from '#contracts/errors.ts';

export type Emit = (event: AgentEvent) => void;

/**
 * Work that reports what it does, as a stream: every event is available as soon as it happened, and the last is the
 * completion. A listener that stops ends the work.
 */
export async function* eventStream(
  work: (emit: Emit, signal: AbortSignal) => Promise<AgentCompletion>,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void> {
  const waiting: AgentEvent[] = [];
  let wake = (): void => {};
  let over = false;
  const emit: Emit = (event) => {
    if (!over) waiting.push(event);
    wake();
  };
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const done = work(emit, leaving.signal)
    .catch(broken)
    .then((completion) => {
      emit(completion);
      // A tool that did not stop in time may still emit; nothing comes after the completion.
      over = true;
    });
  try {
    for (;;) {
      const events = waiting.splice(0);
      yield* events;
      if (over && waiting.length === 0) return;
      if (events.length > 0) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.length > 0 || over) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leaving.abort(new Error('the listener is gone'));
    await done;
  }
}

/** The work must not throw; if it does, the stream ends normally. */
const broken = (thrown: unknown): AgentCompletion => ({
  type: 'complete',
  usage: NO_AGENT_USAGE,
  result: { type: 'failed', error: toErrorInfo(thrown), retry: false },
});
