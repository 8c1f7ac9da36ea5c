import { describe, expect, it } from 'vitest';
import { Seq } from '#contracts/ids.ts';
import { attached, created, id, readAll, type WithStore, worker } from './testing/store-under-test.ts';

/** Letters wait in order, and are taken exactly once. */
export function mailContract(name: string, withStore: WithStore): void {
  describe(`${name} carries mail`, () => {
    it(
      'in order, until an append takes it in',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const first = await store.postMail(id('r1'), { type: 'pause', why: 'lunch' }, 'me', 3);
        await store.postMail(id('r1'), { type: 'resume' }, 'me', 4);
        expect((await store.mail(id('r1'))).map(({ mail }) => mail.type)).toEqual(['pause', 'resume']);
        await expect(store.append(lease, Seq.parse(9), [attached], 5, { consume: [first] })).rejects.toThrow();
        expect(await store.mail(id('r1'))).toHaveLength(2);
        await store.append(lease, Seq.parse(1), [attached], 5, { consume: [first] });
        expect((await store.mail(id('r1'))).map(({ mail }) => mail.type)).toEqual(['resume']);
        await expect(store.postMail(id('nope'), { type: 'resume' }, 'me', 4)).rejects.toMatchObject({
          code: 'RUN_UNKNOWN',
        });
      }),
    );

    it(
      'also where it leads to no event: the letter is gone, the log is as it was and continues (S2.1)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const stray = await store.postMail(id('r1'), { type: 'pause', why: 'again' }, 'me', 3);
        expect(await store.append(lease, Seq.parse(1), [], 4, { consume: [stray] })).toBe(1);
        expect(await store.mail(id('r1'))).toEqual([]);
        expect(await store.append(lease, Seq.parse(1), [attached], 5)).toBe(2);
        expect(await readAll(store, id('r1'))).toHaveLength(2);
        const last = await store.postMail(id('r1'), { type: 'resume' }, 'me', 6);
        await store.append(lease, Seq.parse(2), [], 7, { consume: [last] });
        await store.release(lease);
        expect(await readAll(store, id('r1'))).toHaveLength(2);
        await store.fork(id('r1'), Seq.parse(2), id('r2'), 8);
        expect(await readAll(store, id('r2'))).toHaveLength(3);
      }),
    );

    it(
      'and a lease that was lost accepts no letter, with or without events (S2.1)',
      withStore(async (store) => {
        const lease = await store.create(id('r1'), [created(id('r1'))], 1, worker, 1000);
        const stray = await store.postMail(id('r1'), { type: 'resume' }, 'me', 3);
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
        const letter = await store.postMail(id('r1'), { type: 'resume' }, 'me', 4);
        expect(await told()).toEqual(['r1 mail']);
        await store.append(lease, Seq.parse(1), [attached], 5, { consume: [letter] });
        expect(await told()).toEqual(['r1 log']);
        await expect(store.append(lease, Seq.parse(1), [attached], 5)).rejects.toThrow();
        expect(await told()).toEqual([]);
        await store.release(lease);
        expect(await told()).toEqual(['r1 lease']);
        stop();
        await store.postMail(id('r1'), { type: 'resume' }, 'me', 6);
        expect(await told()).toEqual([]);
      }),
    );
  });
}
