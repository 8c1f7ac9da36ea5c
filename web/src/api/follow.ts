import type { Stream } from '#contracts/http/route.ts';
import { STREAMS } from '#contracts/http/routes.ts';
import { checkStreamEvent, type StreamEvent } from '#contracts/http/stream-event.ts';
import { connectionStore, noteServerAnswer, suspect } from './connection.ts';
import { connectToHub, type HubConnection } from './hub-connection.ts';
import { key } from './key.ts';
import type { FromHub } from './stream-hub.ts';

interface Follow<S extends Stream> {
  readonly params?: Readonly<Record<string, string>>;
  /** Where to begin. */
  readonly after?: number;
  readonly on: (event: StreamEvent<S>) => void;
}

const REOPEN_MS = 800;

/**
 * Follows a stream until it is stopped. When the connection breaks, it waits for the server, and continues the stream
 * where it was.
 */
export function follow<S extends Stream>(stream: S, { params = {}, after, on }: Follow<S>): () => void {
  const hub = theHub();
  const id = next++;
  listeners.set(id, (name, data) => {
    const event = checkStreamEvent(stream, name, data);
    if (event) on(event);
  });
  hub.send({ type: 'key', key: key() });
  hub.send({ type: 'follow', id, topic: { stream: nameOf(stream), params: { ...params }, after: after ?? null } });
  return () => {
    if (listeners.delete(id)) hub.send({ type: 'leave', id });
  };
}

const listeners = new Map<number, (name: string, data: unknown) => void>();
let next = 1;
let hub: HubConnection | null = null;

function theHub(): HubConnection {
  if (hub) return hub;
  const opened = connectToHub(hear);
  hub = opened;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    if (connectionStore.get().phase !== 'open') return;
    opened.send({ type: 'key', key: key() });
    opened.send({ type: 'again' });
  };
  const soon = (ms: number): void => {
    clearTimeout(waiting);
    waiting = setTimeout(again, ms);
  };
  connectionStore.subscribe(() => soon(50));
  broken = () => soon(REOPEN_MS);
  return opened;
}

let broken = (): void => {};

function hear(message: FromHub): void {
  if (message.type === 'broken') {
    suspect();
    broken();
    return;
  }
  if (message.type === 'over') {
    listeners.delete(message.id);
    return;
  }
  noteServerAnswer();
  listeners.get(message.id)?.(message.name, message.data);
}

function nameOf(stream: Stream): string {
  const [name] = Object.entries(STREAMS).find(([, one]) => one === stream) ?? [];
  if (name === undefined) throw new Error(`${stream.path} is none of the streams`);
  return name;
}
