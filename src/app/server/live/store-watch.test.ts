import { describe, expect, it } from 'vitest';
import { manualClock } from '#host/clock.ts';
import { SPACING_MS, StoreWatch, WATCH_TICK_MS } from './store-watch.ts';

/** A store that notifies on request, and a clock that is set by hand. */
function fixture() {
  const clock = manualClock();
  const listeners = new Set<() => void>();
  const store = {
    watch: (listener: (change: null) => void) => {
      const told = () => listener(null);
      listeners.add(told);
      return () => void listeners.delete(told);
    },
  };
  const change = () => {
    for (const told of listeners) told();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { watch: new StoreWatch({ store, clock }), pass, change, clock, listeners };
}

const never = new AbortController().signal;

describe('StoreWatch', () => {
  it('S2.20 watches the store once for everyone, and sets no timer while no one waits', async () => {
    const { watch, clock, change, pass, listeners } = fixture();
    expect([clock.pending(), listeners.size]).toEqual([0, 0]);
    const waiting = Array.from({ length: 50 }, () => watch.after(watch.stamp, never));
    expect([clock.pending(), listeners.size]).toEqual([1, 1]);
    change();
    await pass(SPACING_MS);
    await Promise.all(waiting);
    expect([clock.pending(), listeners.size]).toEqual([0, 1]);
  });

  it('wakes when something was written, and otherwise once a second', async () => {
    const { watch, pass, change } = fixture();
    const woken: string[] = [];
    void watch.after(watch.stamp, never).then(() => woken.push('tick'));
    await pass(WATCH_TICK_MS - 1);
    expect(woken).toEqual([]);
    await pass(1);
    expect(woken).toEqual(['tick']);
    void watch.after(watch.stamp, never).then(() => woken.push('change'));
    change();
    change();
    await pass(SPACING_MS);
    expect(woken).toEqual(['tick', 'change']);
  });

  it('wakes no more often than anyone can look, however much is written', async () => {
    const { watch, pass, change } = fixture();
    let woken = 0;
    const look = (): void => {
      void watch.after(watch.stamp, never).then(() => {
        woken += 1;
        look();
      });
    };
    look();
    for (let ms = 0; ms < 10 * SPACING_MS; ms += 1) {
      change();
      await pass(1);
    }
    expect(woken).toBeLessThanOrEqual(11);
    expect(woken).toBeGreaterThanOrEqual(9);
  });

  it('misses nothing between looking and waiting', async () => {
    const { watch, pass, change } = fixture();
    const { stamp } = watch;
    change();
    await pass(SPACING_MS);
    await watch.after(stamp, never);
    expect(watch.stamp).not.toBe(stamp);
  });

  it('releases waiters that leave, and all of them when it closes', async () => {
    const { watch, listeners } = fixture();
    const leaving = new AbortController();
    const [one, two] = [watch.after(watch.stamp, leaving.signal), watch.after(watch.stamp, never)];
    leaving.abort();
    await one;
    expect(watch.waiting).toBe(1);
    watch.close();
    await two;
    expect([watch.waiting, listeners.size]).toEqual([0, 0]);
    await watch.after(watch.stamp, never);
  });
});
