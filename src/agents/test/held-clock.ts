import type { Clock } from '#contracts/clock.ts';
import { systemClock } from '#host/clock.ts';

/** A test that waits for what never comes fails by what it then sees, not by hanging. */
const LONGEST_MS = 20_000;

/**
 * A clock for the simulator that holds one pause, the `nth` from the first, until something has happened. Everything
 * sent before it has then arrived, however slow the machine is.
 */
export function heldUntil(happened: Promise<void>, nth: number): Clock {
  let pauses = 0;
  return {
    ...systemClock,
    after(ms, callback) {
      pauses += 1;
      if (pauses !== nth) return systemClock.after(ms, callback);
      const cancel = systemClock.after(LONGEST_MS, callback);
      void happened.then(() => {
        cancel();
        callback();
      });
      return cancel;
    },
  };
}
