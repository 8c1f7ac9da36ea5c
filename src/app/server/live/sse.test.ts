import { describe, expect, it } from 'vitest';
import { systemClock } from '#host/clock.ts';
import { type SseMessage, type SseOptions, sseBody } from './sse.ts';

interface Watched {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly closed: unknown[];
  read(): Promise<string | null>;
}

function open(
  messages: (signal: AbortSignal) => AsyncGenerator<SseMessage>,
  options: Partial<SseOptions> = {},
  outer = new AbortController().signal,
): Watched {
  const closed: unknown[] = [];
  const write = (data: unknown): string => JSON.stringify(data);
  const body = sseBody(
    messages,
    { clock: systemClock, write, closed: (thrown) => void closed.push(thrown), ...options },
    outer,
  );
  const reader = body.getReader();
  const read = async (): Promise<string | null> => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  return { reader, closed, read };
}

const forever = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });

describe('sseBody', () => {
  it('writes messages in the standard format', async () => {
    const { read, closed } = open(async function* () {
      yield { event: 'events', id: 7, data: { text: 'two\nlines' } };
      yield { event: 'end', data: null };
    });
    expect(await read()).toBe('retry: 1000\n\n');
    expect(await read()).toBe('event: events\nid: 7\ndata: {"text":"two\\nlines"}\n\n');
    expect(await read()).toBe('event: end\ndata: null\n\n');
    expect([await read(), closed]).toEqual([null, [null]]);
  });

  it('makes each message on demand: nothing is buffered for a slow client', async () => {
    let made = 0;
    const { read } = open(async function* () {
      for (;;) {
        made += 1;
        yield { event: 'n', data: made };
      }
    });
    await read();
    await read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(1);
    await read();
    expect(made).toBe(2);
  });

  it('sends signs of life while nothing happens, and loses no message', async () => {
    let tell = (): void => {};
    const news = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const { read } = open(
      async function* () {
        await news;
        yield { event: 'news', data: 1 };
      },
      { beatMs: 5 },
    );
    await read();
    expect(await read()).toBe(': beat\n\n');
    expect(await read()).toBe(': beat\n\n');
    tell();
    let text = await read();
    while (text === ': beat\n\n') text = await read();
    expect(text).toBe('event: news\ndata: 1\n\n');
  });

  it('lets go when the client leaves, and when the server stops', async () => {
    for (const leave of ['client', 'server'] as const) {
      const outer = new AbortController();
      let gone = false;
      const watched = open(
        async function* (signal) {
          yield { event: 'one', data: 1 };
          await forever(signal);
          gone = true;
        },
        {},
        outer.signal,
      );
      await watched.read();
      await watched.read();
      const waiting = watched.read();
      if (leave === 'client') await watched.reader.cancel();
      else outer.abort();
      expect(await waiting).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
      expect([leave, gone, watched.closed]).toEqual([leave, true, [null]]);
    }
  });

  it('ends when the client left before it took anything', () => {
    const outer = new AbortController();
    const { closed } = open(async function* () {}, {}, outer.signal);
    outer.abort();
    expect(closed).toEqual([null]);
  });

  it('ends on an error that only the server sees', async () => {
    const broken = new Error('disk');
    const { read, closed } = open(async function* () {
      yield { event: 'one', data: 1 };
      throw broken;
    });
    await read();
    await read();
    expect([await read(), closed]).toEqual([null, [broken]]);
  });
});
