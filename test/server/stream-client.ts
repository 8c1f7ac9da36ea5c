import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Stream } from '#contracts/http/route.ts';
import { checkStreamEvent, type StreamEvent } from '#contracts/http/stream-event.ts';
import type { Client } from './window.ts';

export interface Listening<S extends Stream> {
  readonly status: number;
  /** The last id that came. */
  readonly lastId: string | null;
  /** Null when the server has closed the stream. */
  next(): Promise<StreamEvent<S> | null>;
  /** Breaks the connection off, as a browser that is closed does. */
  leave(): void;
}

/** Listens to a stream, as a program does. */
export async function listenTo<S extends Stream>(
  client: Client,
  stream: S,
  path: string,
  lastEventId?: string,
): Promise<Listening<S>> {
  const headers = { ...client.authorization, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
  const asked = request({ host: '127.0.0.1', port: client.port, path, headers });
  asked.end();
  const response = await responseTo(asked);
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';
  let lastId: string | null = null;
  return {
    status: response.statusCode ?? 0,
    get lastId() {
      return lastId;
    },
    leave: () => void asked.destroy(),
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const chunk = await chunks.next().catch(() => ({ done: true as const, value: '' }));
          if (chunk.done) return null;
          text += String(chunk.value);
          continue;
        }
        const fields = new Map(
          text
            .slice(0, end)
            .split('\n')
            .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        text = text.slice(end + 2);
        lastId = fields.get('id') ?? lastId;
        const name = fields.get('event');
        if (name === undefined) continue;
        const event = checkStreamEvent(stream, name, JSON.parse(fields.get('data') ?? ''));
        if (event) return event;
      }
    },
  };
}

function responseTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', resolve);
  });
}
