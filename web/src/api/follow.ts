import { pathOf } from '#contracts/http/call-route.ts';
import type { Stream } from '#contracts/http/route.ts';
import { eventNames, readStreamEvent, type StreamEvent } from '#contracts/http/stream-event.ts';
import { connectionStore, heard, suspect } from './connection.ts';

interface Follow<S extends Stream> {
  readonly params?: object;
  /** Asked at every (re)connection: where to go on. */
  readonly query?: () => object;
  readonly on: (event: StreamEvent<S>) => void;
}

const REOPEN_MS = 800;

/**
 * Follows a stream until it is told to stop. When it breaks off, the connection is looked at, and the stream opened
 * again where it was once the server is back.
 */
export function follow<S extends Stream>(stream: S, { params = {}, query, on }: Follow<S>): () => void {
  let source: EventSource | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const open = (): void => {
    if (stopped || source) return;
    const opened = new EventSource(pathOf(stream, { params, query: query?.() ?? {} }));
    source = opened;
    for (const name of eventNames(stream)) {
      opened.addEventListener(name, (message: MessageEvent<string>) => {
        heard();
        const event = readStreamEvent(stream, name, message.data);
        if (event && !stopped) on(event);
      });
    }
    opened.onerror = () => {
      // Not left to the browser: what it does next differs, and only the connection knows whether it is worth it.
      opened.close();
      source = null;
      if (stopped) return;
      suspect();
      clearTimeout(waiting);
      waiting = setTimeout(reopen, REOPEN_MS);
    };
  };
  const reopen = (): void => {
    if (connectionStore.get().phase === 'open') open();
  };
  const forget = connectionStore.subscribe(() => {
    if (!source && connectionStore.get().phase === 'open') {
      clearTimeout(waiting);
      waiting = setTimeout(reopen, 50);
    }
  });
  open();
  return () => {
    stopped = true;
    forget();
    clearTimeout(waiting);
    source?.close();
    source = null;
  };
}
