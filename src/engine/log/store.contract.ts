import { describe, expect, it } from 'vitest';
import { Seq, SessionId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import { leaseContract } from './store-leases.contract.ts';
import { mailContract } from './store-mail.contract.ts';
import {
  attached,
  created,
  id,
  readAll,
  type StoreUnderTest,
  withStoreOf,
  worker,
} from './testing/store-under-test.ts';

/** The promises of every store, however it is built. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  const withStore = withStoreOf(open);
  leaseContract(name, withStore);
  mailContract(name, withStore);

  describe(`${name} keeps logs`, () => {
    it(
      'gives back what was appended, numbered and in order',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 100, worker, 1000);
        const head = await store.append(lease, Seq.parse(1), [attached, attached], 200);
        expect(head).toBe(3);
        const events = await readAll(store, id('r1'));
        expect(events.map(({ seq, at, type }) => [seq, at, type])).toEqual([
          [1, 100, 'run.created'],
          [2, 200, 'driver.attached'],
          [3, 200, 'driver.attached'],
        ]);
        expect(events[0]?.data).toMatchObject({ input: { inline: { deep: [1, 'two', null] } } });
        expect((await readAll(store, id('r1'), Seq.parse(3))).map(({ seq }) => seq)).toEqual([3]);
      }),
    );

    it(
      'reads logs longer than a page',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await store.append(
          lease,
          Seq.parse(1),
          Array.from({ length: 2500 }, () => attached),
          2,
        );
        expect((await readAll(store, id('r1'))).map(({ seq }) => Number(seq))).toEqual(
          Array.from({ length: 2501 }, (_, n) => n + 1),
        );
        expect(await readAll(store, id('r1'), Seq.parse(2400))).toHaveLength(102);
      }),
    );

    it(
      'refuses what does not follow the head, and changes nothing',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await expect(store.append(lease, Seq.parse(0), [attached], 2)).rejects.toMatchObject({
          code: 'APPEND_CONFLICT',
        });
        await expect(store.append(lease, Seq.parse(5), [attached], 2)).rejects.toMatchObject({
          code: 'APPEND_CONFLICT',
        });
        expect(await readAll(store, id('r1'))).toHaveLength(1);
      }),
    );

    it(
      'of two appends at once after the same head, exactly one wins',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const both = await Promise.allSettled([
          store.append(lease, Seq.parse(1), [attached], 2),
          store.append(lease, Seq.parse(1), [attached], 2),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await readAll(store, id('r1'))).toHaveLength(2);
      }),
    );

    it(
      'says which run is unknown, and that a run exists',
      withStore(async (store) => {
        await expect(readAll(store, id('nope'))).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
        expect(await store.header(id('nope'))).toBeNull();
        await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await expect(store.create(id('r1'), [created(id('r1'))], 1, worker, 1000)).rejects.toMatchObject({
          code: 'RUN_EXISTS',
        });
      }),
    );
  });

  describe(`${name} lists`, () => {
    it(
      'headers newest first, by session and status, page by page',
      withStore(async (store) => {
        for (let n = 1; n <= 5; n += 1) {
          await store.create(id(`r${n}`), [created(id(`r${n}`), n % 2 ? 'odd' : 'even')], n, worker, 1000);
        }
        const ids = async (filter: Parameters<RunStore['list']>[0]) => (await store.list(filter)).map(({ run }) => run);
        expect(await ids({})).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
        expect(await ids({ session: SessionId.parse('odd') })).toEqual(['r5', 'r3', 'r1']);
        expect(await ids({ limit: 2 })).toEqual(['r5', 'r4']);
        expect(await ids({ limit: 2, after: id('r4') })).toEqual(['r3', 'r2']);
        expect(await ids({ status: ['completed'] })).toEqual([]);
      }),
    );

    it(
      'keeps headers in step with the log',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const ended = newEvent('run.ended', { ending: { status: 'failed', error: { code: 'X', message: 'no' } } });
        await store.append(lease, Seq.parse(1), [ended], 7);
        expect(await store.header(id('r1'))).toMatchObject({
          status: 'failed',
          head: 2,
          updatedAt: 7,
          error: { code: 'X' },
        });
      }),
    );
  });

  describe(`${name} forks`, () => {
    it(
      'a run from any event, cut between appends',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await store.append(lease, Seq.parse(1), [attached, attached], 5);
        await store.append(lease, Seq.parse(3), [attached], 9);
        await store.fork(id('r1'), Seq.parse(2), id('r2'), 20);
        const events = await readAll(store, id('r2'));
        expect(events.map(({ at, type }) => [at, type])).toEqual([
          [1, 'run.created'],
          [5, 'driver.attached'],
          [5, 'driver.attached'],
          [20, 'run.forked'],
        ]);
        expect(events[3]?.data).toMatchObject({ run: 'r2', from: 'r1', seq: 3 });
        expect(await store.header(id('r2'))).toMatchObject({
          run: 'r2',
          forkedFrom: { run: 'r1', seq: 3 },
          lease: null,
        });
        expect(await readAll(store, id('r1'))).toHaveLength(4);
        await store.fork(id('r2'), Seq.parse(1), id('r3'), 30);
        expect(await readAll(store, id('r3'))).toHaveLength(2);
        await expect(store.fork(id('r1'), Seq.parse(99), id('r4'), 20)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
      }),
    );
  });

  describe(`${name} forgets`, () => {
    it(
      'a run and its mail when told to, not its forks, and none that is driven (S2.6)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await store.append(lease, Seq.parse(1), [attached], 2);
        await store.postMail(id('r1'), { type: 'resume' }, 'me', 3);
        await store.fork(id('r1'), Seq.parse(2), id('r2'), 4);
        await expect(store.remove(id('r1'))).rejects.toMatchObject({ code: 'RUN_HELD' });
        expect(await readAll(store, id('r1'))).toHaveLength(2);
        await store.release(lease);
        await store.remove(id('r1'));
        expect(await store.header(id('r1'))).toBeNull();
        await expect(store.append(lease, Seq.parse(2), [attached], 5)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
        await expect(store.remove(id('r1'))).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
        expect(await readAll(store, id('r2'))).toHaveLength(3);
        await store.create(id('r3'), [created(id('r3'))], 6, worker, 1000);
        expect(await readAll(store, id('r3'))).toHaveLength(1);
      }),
    );

    it(
      'nothing by itself: a mark only says that a person keeps a run (S2.6)',
      withStore(async (store) => {
        await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        await store.pin(id('r1'), true);
        expect(await store.header(id('r1'))).toMatchObject({ pinned: true });
        await store.pin(id('r1'), false);
        expect((await store.header(id('r1')))?.pinned ?? false).toBe(false);
        await expect(store.pin(id('nope'), true)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
      }),
    );
  });
}
