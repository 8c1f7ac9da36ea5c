import { describe, expect, it } from 'vitest';
import type { Topic } from '#contracts/http/topics.ts';
import { type FromHub, type HubPort, StreamHub, type StreamMessage } from './stream-hub.ts';

/** Connections that the test feeds by hand. */
function fakeServer() {
  const opened: { topics: readonly Topic[]; key: string | null; say(message: StreamMessage | null): void }[] = [];
  const hub = new StreamHub(async function* (topics, key, signal) {
    const messages: (StreamMessage | null)[] = [];
    let wake = (): void => {};
    opened.push({
      topics,
      key,
      say: (message) => {
        messages.push(message);
        wake();
      },
    });
    while (!signal.aborted) {
      const next = messages.shift();
      if (next === null) throw new Error('broken off');
      if (next) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve());
        });
    }
  });
  return { hub, opened };
}

function aPage(): HubPort & { heard: FromHub[] } {
  const heard: FromHub[] = [];
  return { heard, send: (message) => void heard.push(message) };
}

const RUN = { stream: 'runLive', params: { run: 'r1' }, after: 4 };
const LIST = { stream: 'live', params: {}, after: null };
const later = (ms = 40) => new Promise((resolve) => setTimeout(resolve, ms));

describe('StreamHub', () => {
  it('follows what eight windows want over one connection', async () => {
    const { hub, opened } = fakeServer();
    const pages = Array.from({ length: 8 }, aPage);
    for (const page of pages) {
      hub.hear(page, { type: 'key', key: 'k' });
      hub.hear(page, { type: 'follow', id: 1, topic: LIST });
      hub.hear(page, { type: 'follow', id: 2, topic: RUN });
    }
    await later();
    expect(opened).toHaveLength(1);
    expect([opened[0]?.topics.length, opened[0]?.key]).toEqual([16, 'k']);
    const last = opened[0]?.topics.at(-1);
    opened[0]?.say({ event: 'message', data: { topic: last?.id ?? 0, name: 'say', id: null, data: 'hello' } });
    await later();
    expect(pages.at(-1)?.heard).toEqual([{ type: 'message', id: 2, name: 'say', data: 'hello' }]);
    expect(pages[0]?.heard).toEqual([]);
  });

  it('continues where it was when a topic is added, and when the server comes back', async () => {
    const { hub, opened } = fakeServer();
    const page = aPage();
    hub.hear(page, { type: 'follow', id: 1, topic: RUN });
    await later();
    opened[0]?.say({ event: 'message', data: { topic: opened[0].topics[0]?.id ?? 0, name: 'events', id: 9, data: 0 } });
    await later();
    hub.hear(page, { type: 'follow', id: 2, topic: LIST });
    await later();
    expect(opened[1]?.topics).toMatchObject([
      { stream: 'runLive', after: 9 },
      { stream: 'live', after: null },
    ]);
    opened[1]?.say(null);
    await later();
    expect(page.heard.at(-1)).toEqual({ type: 'broken' });
    expect(opened).toHaveLength(2);
    hub.hear(page, { type: 'again' });
    await later();
    expect(opened[2]?.topics).toMatchObject([{ after: 9 }, { after: null }]);
  });

  it('forgets a window that was closed, and topics that are over', async () => {
    const { hub, opened } = fakeServer();
    const [stays, goes] = [aPage(), aPage()];
    hub.hear(stays, { type: 'follow', id: 1, topic: LIST });
    hub.hear(goes, { type: 'follow', id: 1, topic: RUN });
    await later();
    hub.drop(goes);
    await later(600);
    expect(opened.at(-1)?.topics).toMatchObject([{ stream: 'live' }]);
    opened.at(-1)?.say({ event: 'over', data: { topic: opened.at(-1)?.topics[0]?.id ?? 0 } });
    await later();
    expect(stays.heard).toEqual([{ type: 'over', id: 1 }]);
  });
});
