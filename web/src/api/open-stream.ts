import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_PATH } from '#contracts/http/stream-path.ts';
import type { OpenStream, StreamMessage } from './stream-hub.ts';

/** The server sends a sign of life every 15 s: longer silence means a dead connection. */
const SILENCE_MS = 40_000;

/** By `fetch`, because an `EventSource` cannot send a key. */
export const openStream: OpenStream = async function* (topics, key, signal) {
  const silent = new AbortController();
  const either = AbortSignal.any([signal, silent.signal]);
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  const body = JSON.stringify({ topics });
  const response = await fetch(STREAM_PATH, { method: 'POST', headers, body, credentials: 'omit', signal: either });
  if (!response.ok || !response.body) throw new Error(`the server answered with ${response.status}`);
  const messages: StreamMessage[] = [];
  const parser = createParser({ onEvent: (event) => void messages.push(...read(event)) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const watch = setTimeout(() => silent.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(watch));
      if (done) return;
      parser.feed(value);
      yield* messages.splice(0);
    }
  } finally {
    silent.abort();
  }
};

/** Nothing for what this page does not know. The page checks the data, by the schema of its stream. */
function read({ event = '', data }: EventSourceMessage): StreamMessage[] {
  const value: unknown = JSON.parse(data);
  if (value === null || typeof value !== 'object' || !('topic' in value) || typeof value.topic !== 'number') return [];
  const { topic } = value;
  if (event === 'over' || event === 'refused') return [{ event: 'over', data: { topic } }];
  if (event !== 'message' || !('name' in value) || typeof value.name !== 'string') return [];
  const id = 'id' in value && typeof value.id === 'number' ? value.id : null;
  return [{ event, data: { topic, name: value.name, id, data: 'data' in value ? value.data : null } }];
}
