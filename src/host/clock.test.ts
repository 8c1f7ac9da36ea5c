import { describe, expect, it, vi } from 'vitest';
import { manualClock, systemClock } from './clock.ts';

describe('systemClock', () => {
  it('calls back once, and not when cancelled', async () => {
    const called: string[] = [];
    const cancel = systemClock.after(1, () => called.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => {
      systemClock.after(20, () => {
        called.push('kept');
        resolve();
      });
      setTimeout(() => undefined, 1_000).unref();
      const alive = setInterval(() => undefined, 5);
      systemClock.after(25, () => clearInterval(alive));
    });
    expect(called).toEqual(['kept']);
  });

  it('does not fire at once for a delay longer than a timer can hold', () => {
    vi.useFakeTimers();
    try {
      let fired = 0;
      systemClock.after(2 ** 31 + 5_000, () => fired++);
      vi.advanceTimersByTime(2 ** 31);
      expect(fired).toBe(0);
      vi.advanceTimersByTime(5_000);
      expect(fired).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never grows backwards in its monotonic time', () => {
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
  });
});

describe('manualClock', () => {
  it('stands still until it is advanced', () => {
    const clock = manualClock(1_000);
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
    clock.advance(50);
    expect([clock.now(), clock.monotonic()]).toEqual([1_050, 50]);
  });

  it('fires timers in the order they are due, those set together in the order they were set', () => {
    const clock = manualClock();
    const fired: string[] = [];
    clock.after(20, () => fired.push('c'));
    clock.after(10, () => fired.push('a'));
    clock.after(10, () => fired.push('b'));
    clock.advance(15);
    expect(fired).toEqual(['a', 'b']);
    expect(clock.pending()).toBe(1);
    clock.advance(5);
    expect(fired).toEqual(['a', 'b', 'c']);
  });

  it('fires timers that are set while it advances, at their own time', () => {
    const clock = manualClock();
    const fired: number[] = [];
    const again = (): void => {
      fired.push(clock.monotonic());
      if (fired.length < 5) clock.after(10, again);
    };
    clock.after(10, again);
    clock.advance(35);
    expect(fired).toEqual([10, 20, 30]);
    expect(clock.monotonic()).toBe(35);
  });

  it('lets the wall time go backwards while timers continue', () => {
    const clock = manualClock(10_000);
    let fired = false;
    clock.after(10, () => {
      fired = true;
    });
    clock.setNow(500);
    clock.advance(10);
    expect([clock.now(), clock.monotonic(), fired]).toEqual([510, 10, true]);
  });

  it('forgets a cancelled timer', () => {
    const clock = manualClock();
    clock.after(1, () => expect.unreachable())();
    clock.advance(2);
    expect(clock.pending()).toBe(0);
  });
});
