import { describe, expect, it } from 'vitest';
import { GraphHash, RunId, Seq, SessionId, WorkerId } from '#contracts/ids.ts';
import { type NewEvent, newEvent, type RunEvent } from '#contracts/run-events.ts';
import { shownStatus } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';

export interface StoreUnderTest {
  readonly store: RunStore;
  /** Moves the store's clock. */
  advance(ms: number): void;
  close(): Promise<void>;
}

const worker = WorkerId.parse('worker-a');
const rival = WorkerId.parse('worker-b');
const id = (text: string): RunId => RunId.parse(text);

export const created = (run: RunId, session = 's'): NewEvent =>
  newEvent('run.created', {
    run,
    session: SessionId.parse(session),
    title: `title of ${run}`,
    graph: { name: 'g', version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: { deep: [1, 'two', null] } },
    lane: 'normal',
    budget: {},
    simulated: false,
  });

export const attached = newEvent('driver.attached', { worker });

export async function readAll(store: RunStore, run: RunId, from?: Seq): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(run, from)) events.push(event);
  return events;
}

/** What every store promises, whatever it is made of. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  const withStore = (check: (store: RunStore, under: StoreUnderTest) => Promise<void>) => async () => {
    const under = await open();
    try {
      await check(under.store, under);
    } finally {
      await under.close();
    }
  };

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

  describe(`${name} leases runs`, () => {
    it(
      'to one worker at a time, until its time is up',
      withStore(async (store, under) => {
        await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const refused = await store.lease(id('r1'), rival, 1000);
        expect(refused).toMatchObject({ ok: false, holder: { worker } });
        under.advance(1001);
        expect(await store.lease(id('r1'), rival, 1000)).toMatchObject({ ok: true });
      }),
    );

    it(
      'also not to the same worker twice: two drivers of one process are two (S2.3)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        expect(await store.lease(id('r1'), worker, 1000)).toMatchObject({ ok: false, holder: { worker } });
        expect(await store.append(lease, Seq.parse(1), [attached], 2)).toBe(2);
      }),
    );

    it(
      'and a lease that was lost can append, renew and release nothing',
      withStore(async (store, under) => {
        const old = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        under.advance(1001);
        const taken = await store.lease(id('r1'), rival, 1000);
        await expect(store.append(old, Seq.parse(1), [attached], 2)).rejects.toMatchObject({ code: 'LEASE_LOST' });
        expect(await store.renew(old, 1000)).toBe(false);
        await store.release(old);
        if (!taken.ok) throw new Error('not taken');
        expect(await store.append(taken.token, Seq.parse(1), [attached], 2)).toBe(2);
      }),
    );

    it(
      'keeps a renewed lease, and frees a released one at once',
      withStore(async (store, under) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        under.advance(900);
        expect(await store.renew(lease, 1000)).toBe(true);
        under.advance(900);
        expect(await store.lease(id('r1'), rival, 1000)).toMatchObject({ ok: false });
        await store.release(lease);
        expect(await store.lease(id('r1'), rival, 1000)).toMatchObject({ ok: true });
        await expect(store.append(lease, Seq.parse(1), [attached], 2)).rejects.toMatchObject({ code: 'LEASE_LOST' });
      }),
    );

    it(
      'takes over at once from a holder known to be dead',
      withStore(async (store) => {
        await store.create(id('r1'), [created(id('r1'))], 1, worker, 1_000_000);
        expect(await store.lease(id('r1'), rival, 1000, { isGone: (holder) => holder === worker })).toMatchObject({
          ok: true,
        });
      }),
    );

    it(
      'shows as interrupted what says running and has no live lease',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const held = await store.header(id('r1'));
        if (!held?.lease) throw new Error('no lease shown');
        expect(shownStatus(held, held.lease.expiresAt - 1)).toBe('running');
        expect(shownStatus(held, held.lease.expiresAt + 1)).toBe('interrupted');
        await store.release(lease);
        const free = await store.header(id('r1'));
        expect(free && shownStatus(free, 0)).toBe('interrupted');
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
        await store.post(id('r1'), { type: 'resume' }, 'me', 3);
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

  describe(`${name} carries mail`, () => {
    it(
      'in order, until an append takes it in',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const first = await store.post(id('r1'), { type: 'pause', why: 'lunch' }, 'me', 3);
        await store.post(id('r1'), { type: 'resume' }, 'me', 4);
        expect((await store.mail(id('r1'))).map(({ mail }) => mail.type)).toEqual(['pause', 'resume']);
        await expect(store.append(lease, Seq.parse(9), [attached], 5, { consume: [first] })).rejects.toThrow();
        expect(await store.mail(id('r1'))).toHaveLength(2);
        await store.append(lease, Seq.parse(1), [attached], 5, { consume: [first] });
        expect((await store.mail(id('r1'))).map(({ mail }) => mail.type)).toEqual(['resume']);
        await expect(store.post(id('nope'), { type: 'resume' }, 'me', 4)).rejects.toMatchObject({
          code: 'RUN_UNKNOWN',
        });
      }),
    );

    it(
      'also where it leads to no event: the letter is gone, the log is as it was and goes on (S2.1)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const stray = await store.post(id('r1'), { type: 'pause', why: 'again' }, 'me', 3);
        expect(await store.append(lease, Seq.parse(1), [], 4, { consume: [stray] })).toBe(1);
        expect(await store.mail(id('r1'))).toEqual([]);
        expect(await store.append(lease, Seq.parse(1), [attached], 5)).toBe(2);
        expect(await readAll(store, id('r1'))).toHaveLength(2);
        const last = await store.post(id('r1'), { type: 'resume' }, 'me', 6);
        await store.append(lease, Seq.parse(2), [], 7, { consume: [last] });
        await store.release(lease);
        expect(await readAll(store, id('r1'))).toHaveLength(2);
        await store.fork(id('r1'), Seq.parse(2), id('r2'), 8);
        expect(await readAll(store, id('r2'))).toHaveLength(3);
      }),
    );

    it(
      'and a lease that was lost takes in no letter, with or without events (S2.1)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const stray = await store.post(id('r1'), { type: 'resume' }, 'me', 3);
        await expect(store.append(lease, Seq.parse(0), [], 4, { consume: [stray] })).rejects.toMatchObject({
          code: 'APPEND_CONFLICT',
        });
        await store.release(lease);
        await expect(store.append(lease, Seq.parse(1), [], 4, { consume: [stray] })).rejects.toMatchObject({
          code: 'LEASE_LOST',
        });
        expect(await store.mail(id('r1'))).toHaveLength(1);
      }),
    );

    it(
      'and tells whoever watches what changed, until they have seen enough (S2.5)',
      withStore(async (store) => {
        const seen: string[] = [];
        const stop = store.watch((change) => void seen.push(change ? `${change.run} ${change.what}` : 'something'));
        const told = async (): Promise<string[]> => {
          await new Promise((resolve) => setImmediate(resolve));
          return seen.splice(0).filter((what) => what !== 'something');
        };
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        expect((await told()).at(0)).toBe('r1 log');
        const letter = await store.post(id('r1'), { type: 'resume' }, 'me', 4);
        expect(await told()).toEqual(['r1 mail']);
        await store.append(lease, Seq.parse(1), [attached], 5, { consume: [letter] });
        expect(await told()).toEqual(['r1 log']);
        await expect(store.append(lease, Seq.parse(1), [attached], 5)).rejects.toThrow();
        expect(await told()).toEqual([]);
        await store.release(lease);
        expect(await told()).toEqual(['r1 lease']);
        stop();
        await store.post(id('r1'), { type: 'resume' }, 'me', 6);
        expect(await told()).toEqual([]);
      }),
    );
  });
}
