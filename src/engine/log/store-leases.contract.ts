import { describe, expect, it } from 'vitest';
import { Seq } from '#contracts/ids.ts';
import { shownStatus } from '#contracts/run-header.ts';
import { attached, created, id, rival, type WithStore, worker } from './testing/store-under-test.ts';

/** One driver at a time, and a stale one cannot write. */
export function leaseContract(name: string, withStore: WithStore): void {
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
}
