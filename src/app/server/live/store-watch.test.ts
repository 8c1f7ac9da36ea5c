import { describe, expect, it } from 'vitest';
import type { Clock } from '#contracts/clock.ts';
import { createLog } from '#host/log.ts';
import { redactor } from '#host/redact.ts';
import { POLL_MS, StoreWatch, TICK_MS } from './store-watch.ts';

/** A store that counts how often it is asked, and time that is turned by hand. */
function fixture() {
  let [now, version, asked] = [0, 1, 0];
  const timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after: (ms, callback) => {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  const store = {
    version: () => {
      asked += 1;
      return version;
    },
  };
  const log = createLog({ sink: () => {}, redactor: redactor(), clock });
  const pass = async (ms: number): Promise<void> => {
    for (const end = now + ms; now < end; ) {
      now += POLL_MS / 2;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
      await Promise.resolve();
    }
  };
  return {
    watch: new StoreWatch({ store, clock, log }),
    pass,
    timers,
    change: () => {
      version += 1;
    },
    asked: () => asked,
  };
}

const never = new AbortController().signal;

describe('StoreWatch', () => {
  it('asks the store once for everybody, and not at all while nobody waits', async () => {
    const { watch, pass, asked, timers } = fixture();
    await pass(5_000);
    expect([asked(), timers.length]).toEqual([0, 0]);
    const waiting = Array.from({ length: 50 }, () => watch.after(watch.stamp, never));
    await pass(POLL_MS);
    await Promise.all(waiting);
    expect(asked()).toBe(1);
  });

  it('wakes when something was written, and otherwise once a second', async () => {
    const { watch, pass, change } = fixture();
    await Promise.all([watch.after(watch.stamp, never), pass(POLL_MS)]);
    const woken: string[] = [];
    void watch.after(watch.stamp, never).then(() => woken.push('tick'));
    await pass(TICK_MS - 2 * POLL_MS);
    expect(woken).toEqual([]);
    await pass(3 * POLL_MS);
    expect(woken).toEqual(['tick']);
    void watch.after(watch.stamp, never).then(() => woken.push('change'));
    change();
    await pass(2 * POLL_MS);
    expect(woken).toEqual(['tick', 'change']);
  });

  it('misses nothing between looking and waiting', async () => {
    const { watch, pass } = fixture();
    const { stamp } = watch;
    await Promise.all([watch.after(stamp, never), pass(POLL_MS)]);
    await watch.after(stamp, never);
    expect(watch.stamp).not.toBe(stamp);
  });

  it('lets go of who leaves, and of all when it closes', async () => {
    const { watch } = fixture();
    const leaving = new AbortController();
    const [one, two] = [watch.after(watch.stamp, leaving.signal), watch.after(watch.stamp, never)];
    leaving.abort();
    await one;
    expect(watch.waiting).toBe(1);
    watch.close();
    await two;
    expect(watch.waiting).toBe(0);
    await watch.after(watch.stamp, never);
  });
});
