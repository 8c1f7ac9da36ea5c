import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { multiplex, type TopicSource } from './multiplex.ts';

const counting = (id: number, upTo: number, made: number[] = []): TopicSource => ({
  id,
  async *messages() {
    for (let n = 1; n <= upTo; n += 1) {
      made.push(n);
      yield { event: 'n', id: n, data: n };
    }
  },
});

async function take(messages: AsyncGenerator<{ event: string; data: unknown }>, count: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  while (taken.length < count) {
    const { done, value } = await messages.next();
    if (done) break;
    taken.push([value.event, value.data]);
  }
  return taken;
}

describe('multiplex', () => {
  it('passes on every message of each topic in order, and says when one is over', async () => {
    const leave = new AbortController();
    const all = multiplex([counting(1, 2), counting(7, 1)], leave.signal);
    const taken = await take(all, 5);
    const of = (topic: number) => taken.filter((one) => JSON.stringify(one).includes(`"topic":${topic}`));
    expect(of(1)).toEqual([
      ['message', { topic: 1, name: 'n', id: 1, data: 1 }],
      ['message', { topic: 1, name: 'n', id: 2, data: 2 }],
      ['over', { topic: 1 }],
    ]);
    expect(of(7)).toEqual([
      ['message', { topic: 7, name: 'n', id: 1, data: 1 }],
      ['over', { topic: 7 }],
    ]);
    leave.abort();
    expect(await all.next()).toMatchObject({ done: true });
  });

  it('lets a busy topic keep no other out, and makes nothing far ahead', async () => {
    const leave = new AbortController();
    const made: number[] = [];
    const all = multiplex([counting(1, 1_000_000, made), counting(2, 3)], leave.signal);
    const taken = await take(all, 10);
    expect(taken.filter((one) => JSON.stringify(one).includes('"topic":2'))).toHaveLength(4);
    expect(made.length).toBeLessThan(12);
    leave.abort();
  });

  it('ends a topic that fails alone', async () => {
    const leave = new AbortController();
    const broken: TopicSource = {
      id: 3,
      // biome-ignore lint/correctness/useYield: it fails before its first message
      async *messages() {
        throw new AssayError('RUN_UNKNOWN', 'there is no such run');
      },
    };
    const all = multiplex([broken, counting(4, 1)], leave.signal);
    const taken = await take(all, 3);
    expect(taken).toContainEqual([
      'refused',
      { topic: 3, error: { code: 'RUN_UNKNOWN', message: 'there is no such run' } },
    ]);
    expect(taken).toContainEqual(['message', { topic: 4, name: 'n', id: 1, data: 1 }]);
    leave.abort();
  });
});
