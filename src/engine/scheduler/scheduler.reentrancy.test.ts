import { describe, expect, it } from 'vitest';
import { manualClock } from '#host/clock.ts';
import { FairScheduler } from './scheduler.ts';
import { schedulerFixture, session, work } from './testing/scheduler-fixture.ts';

describe('S3 callbacks that call back', () => {
  it('makes the callbacks of a nested request after the one that asked', () => {
    const { scheduler } = schedulerFixture();
    const order: string[] = [];
    scheduler.request(work('a'), () => {
      scheduler.request(work('a'), () => order.push('inner'));
      order.push('outer');
    });
    expect(order).toEqual(['outer', 'inner']);
  });

  it('lets a nested request be withdrawn before its callback, and frees its slot', () => {
    const { scheduler, granted } = schedulerFixture({ total: 2 });
    scheduler.request(work('a'), () => {
      const ticket = scheduler.request(work('a'), () => granted.push('withdrawn'));
      if (ticket !== 'full') ticket.withdraw();
    });
    expect(granted).toEqual([]);
    expect(scheduler.metrics().running).toBe(1);
  });

  it('survives a chain of 100,000 requests, each made in the callback of the last', () => {
    const { scheduler } = schedulerFixture();
    let left = 100_000;
    const step = (release: () => void): void => {
      left -= 1;
      if (left > 0) scheduler.request(work('a'), step);
      release();
    };
    scheduler.request(work('a'), step);
    expect(left).toBe(0);
    expect(scheduler.metrics().running).toBe(0);
  });

  it('survives 100,000 waiting requests, each released in its own callback', () => {
    const { scheduler, ask, release } = schedulerFixture({ total: 1, queuePerSession: 100_000 });
    let done = 0;
    ask('blocker', work('a'));
    for (let n = 0; n < 100_000; n += 1) {
      scheduler.request(work('a'), (give) => {
        done += 1;
        give();
      });
    }
    release('blocker');
    expect(done).toBe(100_000);
  });

  it('loses no slot and no other grant to a callback that throws', () => {
    const { scheduler, ask, granted, errors, release } = schedulerFixture({ total: 1, queuePerSession: 2 });
    const broken = new Error('broken callback');
    const fail = (): never => {
      throw broken;
    };
    scheduler.request(work('a'), fail);
    expect(scheduler.metrics().running).toBe(0);
    ask('1', work('a'));
    scheduler.request(work('a'), fail);
    ask('2', work('a'));
    scheduler.onRoom(session('a'), fail);
    release('1');
    expect(granted).toEqual(['1', '2']);
    expect(scheduler.metrics()).toMatchObject({ running: 1, queued: 0 });
    expect(errors).toEqual([broken, broken, broken]);
  });

  it('continues when the error handler throws too, and lets that error surface', async () => {
    const worse = new Error('the handler is broken too');
    const onError = (): never => {
      throw worse;
    };
    const scheduler = new FairScheduler({ clock: manualClock(), onError });
    const surfaced = await uncaughtDuring(() => {
      scheduler.request(work('a'), () => {
        throw new Error('broken callback');
      });
      expect(scheduler.metrics().running).toBe(0);
    });
    expect(surfaced).toEqual([worse]);
  });
});

/** The test runner listens for uncaught errors too and would fail; it is kept out while these are expected. */
async function uncaughtDuring(action: () => void): Promise<unknown[]> {
  const seen: unknown[] = [];
  const others = process.listeners('uncaughtException');
  const listen = (error: unknown): void => void seen.push(error);
  process.removeAllListeners('uncaughtException').on('uncaughtException', listen);
  try {
    action();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('uncaughtException', listen);
    for (const other of others) process.on('uncaughtException', other);
  }
  return seen;
}
