import type { Clock } from '#contracts/clock.ts';

export interface SseMessage {
  readonly event: string;
  /** Stored by the client, and sent back when it reconnects. */
  readonly id?: number;
  readonly data: unknown;
}

export interface SseOptions {
  readonly clock: Clock;
  readonly beatMs?: number;
  /** The text of a message's data. */
  write(data: unknown): string;
  /** Called once, however it ends: with the error, or with null. */
  closed(thrown: unknown): void;
}

const BEAT_MS = 15_000;
/** How soon a browser reconnects. */
const RETRY_MS = 1_000;

/**
 * Messages as a response body. The next message is made when the client has taken the previous one: nothing is buffered
 * for a slow client.
 */
export function sseBody(
  messages: (signal: AbortSignal) => AsyncGenerator<SseMessage>,
  { clock, write, closed, beatMs = BEAT_MS }: SseOptions,
  outer: AbortSignal,
): ReadableStream<Uint8Array> {
  const leave = new AbortController();
  const source = messages(leave.signal);
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<SseMessage>> | null = null;
  let first = true;
  let isOpen = true;
  const end = (thrown: unknown): void => {
    if (!isOpen) return;
    isOpen = false;
    outer.removeEventListener('abort', stop);
    leave.abort();
    closed(thrown);
  };
  const stop = (): void => {
    leave.abort();
    // A client that left before it took anything never asks for more: nothing else would end it.
    if (first) end(null);
  };
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (first) {
          first = false;
          return controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
        }
        try {
          pending ??= source.next();
          const got = await orBeat(pending, clock, beatMs);
          if (got === null) return controller.enqueue(encoder.encode(': beat\n\n'));
          pending = null;
          if (!got.done) return controller.enqueue(encoder.encode(textOf(got.value, write)));
          end(null);
          controller.close();
        } catch (thrown) {
          // The client reconnects, and then gets the error as an answer it can read.
          end(thrown);
          controller.close();
        }
      },
      cancel() {
        end(null);
        return source.return(undefined).then(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function textOf({ event, id, data }: SseMessage, write: SseOptions['write']): string {
  const lines = [`event: ${event}`, ...(id === undefined ? [] : [`id: ${id}`]), `data: ${write(data)}`];
  return `${lines.join('\n')}\n\n`;
}

/** Null when it takes so long that the client needs a sign of life. */
async function orBeat<T>(promise: Promise<T>, clock: Clock, ms: number): Promise<T | null> {
  let cancel = (): void => {};
  const beat = new Promise<null>((resolve) => {
    cancel = clock.after(ms, () => resolve(null));
  });
  try {
    return await Promise.race([promise, beat]);
  } finally {
    cancel();
  }
}
