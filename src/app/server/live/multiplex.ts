import { toErrorInfo } from '#contracts/errors.ts';
import { httpFailure } from '../http-error.ts';
import type { SseMessage } from './sse.ts';

export interface TopicSource {
  readonly id: number;
  messages(signal: AbortSignal): AsyncGenerator<SseMessage>;
}

/**
 * Several streams as one. Only the next message of each is prepared, and it waits until the client has taken it: a busy
 * stream cannot block the others, and nothing is buffered for a slow client. A failing one ends alone.
 */
export async function* multiplex(
  topics: readonly TopicSource[],
  signal: AbortSignal,
  failed: (thrown: unknown) => void = () => {},
): AsyncGenerator<SseMessage> {
  const ready: { readonly message: SseMessage; taken(): void }[] = [];
  let wake = (): void => {};
  const offer = (message: SseMessage): Promise<void> =>
    new Promise((resolve) => {
      ready.push({ message, taken: resolve });
      wake();
    });
  const pump = async ({ id: topic, messages }: TopicSource): Promise<void> => {
    try {
      for await (const { event: name, id = null, data } of messages(signal)) {
        if (signal.aborted) return;
        await offer({ event: 'message', data: { topic, name, id, data } });
      }
      await offer({ event: 'over', data: { topic } });
    } catch (thrown) {
      if (signal.aborted) return;
      failed(toErrorInfo(thrown));
      await offer({ event: 'refused', data: { topic, error: httpFailure(thrown).error } });
    }
  };
  const stop = (): void => wake();
  signal.addEventListener('abort', stop);
  try {
    for (const topic of topics) void pump(topic);
    while (!signal.aborted) {
      const next = ready.shift();
      if (next) {
        yield next.message;
        next.taken();
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (ready.length > 0 || signal.aborted) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    for (const { taken } of ready) taken();
  }
}
