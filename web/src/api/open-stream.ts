import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { TOPICS } from '#contracts/http/topics.ts';
import type { OpenStream, StreamMessage } from './stream-hub.ts';

/** The server says that it is there every 15 s: silence for longer is a connection that died without a word. */
const SILENCE_MS = 40_000;

/** By `fetch`, because an `EventSource` can send no key. */
export const openStream: OpenStream = async function* (topics, key, signal) {
  const silent = new AbortController();
  const either = AbortSignal.any([signal, silent.signal]);
  const headers = { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  const body = JSON.stringify({ topics });
  const response = await fetch(TOPICS.path, { method: 'POST', headers, body, credentials: 'omit', signal: either });
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

/** Nothing for an event that this page does not know: a newer server's. */
function read({ event = '', data }: EventSourceMessage): StreamMessage[] {
  if (event !== 'message' && event !== 'over' && event !== 'refused') return [];
  // The schema of this name has just made the data what the union says it is.
  return [{ event, data: TOPICS.events[event].parse(JSON.parse(data)) } as StreamMessage];
}
