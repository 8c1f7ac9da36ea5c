import type { Clock } from '#contracts/clock.ts';

/** A driver's timers, cleared together. */
export class Timers {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();
  #cleared = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  every(ms: number, work: () => void): void {
    this.#once(ms, () => {
      work();
      this.every(ms, work);
    });
  }

  /** At a moment of the wall clock, which may have jumped; never before now. */
  at(moment: number, work: () => void): void {
    this.#once(Math.max(0, moment - this.#clock.now()), work);
  }

  clear(): void {
    this.#cleared = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  #once(ms: number, work: () => void): void {
    if (this.#cleared) return;
    const cancel = this.#clock.after(ms, () => {
      this.#cancels.delete(cancel);
      work();
    });
    this.#cancels.add(cancel);
  }
}
