import type { Clock } from '#contracts/clock.ts';
import type { SessionId } from '#contracts/ids.ts';
import type { Scheduler, SchedulerLimits, SchedulerMetrics, Ticket, WorkRequest } from '#contracts/scheduling.ts';
import { CapacityWaiters } from './capacity-waiters.ts';
import { FairQueue } from './fair-queue.ts';
import { changeLimits, DEFAULT_LIMITS } from './limits.ts';
import type { Slot } from './queue-state.ts';
import { byLane, WaitTimes } from './wait-times.ts';

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly limits?: Partial<SchedulerLimits>;
  /**
   * Receives what a `granted` or `onRoom` callback threw. Without it the error surfaces as uncaught, as in an event
   * listener.
   */
  readonly onError?: (error: unknown) => void;
}

/** One request. `slot` is set from the decision to run it until its release. */
interface Grant {
  readonly work: WorkRequest;
  readonly granted: (release: () => void) => void;
  slot: Slot<Grant> | undefined;
  started: boolean;
}

/**
 * Adds time and callbacks to the fair queue. Slots are taken and released at once; the callbacks that follow are made
 * one after the other by the outermost call, so that a chain of callbacks that request or release, however long,
 * neither recurses nor sees an inconsistent state.
 */
export class FairScheduler implements Scheduler {
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #limits: SchedulerLimits;
  readonly #queue: FairQueue<Grant>;
  readonly #waits = new WaitTimes();
  readonly #rooms = new CapacityWaiters();
  /** Grants that hold a slot and have not been announced yet. */
  #due: Grant[] = [];
  #calling = false;

  constructor({ clock, limits = {}, onError = surface }: SchedulerOptions) {
    this.#clock = clock;
    this.#onError = onError;
    this.#limits = changeLimits(DEFAULT_LIMITS, limits);
    this.#queue = new FairQueue(this.#limits);
  }

  request(work: WorkRequest, granted: (release: () => void) => void): Ticket | 'full' {
    const slot = this.#queue.start(work);
    if (!slot && !this.#queue.hasRoom(work.session)) return 'full';
    const grant: Grant = { work, granted, slot, started: false };
    if (!slot) {
      const waiting = this.#queue.enter(work, grant, this.#clock.monotonic());
      return { withdraw: () => (this.#queue.leave(waiting) ? this.#tellOfRoom(work.session) : this.#takeBack(grant)) };
    }
    this.#waits.record(work.lane, 0);
    this.#due.push(grant);
    this.#makeCalls();
    return grant.started ? STARTED : { withdraw: () => this.#takeBack(grant) };
  }

  onRoom(session: SessionId, callback: () => void): void {
    this.#rooms.add(session, callback);
    this.#tellOfRoom(session);
  }

  setLimits(change: Partial<SchedulerLimits>): void {
    this.#limits = changeLimits(this.#limits, change);
    this.#queue.setLimits(this.#limits);
    this.#rooms.checkAll();
    this.#fill();
    this.#makeCalls();
  }

  metrics(): SchedulerMetrics {
    const sessions = [...this.#queue.sessions()];
    return {
      running: this.#queue.running,
      queued: this.#queue.queued,
      queuedByLane: byLane((lane) => this.#queue.queuedInLane(lane)),
      runningBySession: Object.fromEntries(sessions.map(({ id, running }) => [id, running])),
      queuedBySession: Object.fromEntries(sessions.map(({ id, queued }) => [id, queued])),
      waitByLane: this.#waits.byLane(),
    };
  }

  #release(grant: Grant): void {
    const { slot } = grant;
    if (!slot) return;
    grant.slot = undefined;
    if (this.#queue.finish(slot)) this.#fill();
    this.#makeCalls();
  }

  /** Between the decision and its callback a grant can still be withdrawn; afterwards its holder has to release it. */
  #takeBack(grant: Grant): void {
    if (!grant.started) this.#release(grant);
  }

  #tellOfRoom(session: SessionId): void {
    this.#rooms.check(session);
    this.#makeCalls();
  }

  /** Grants free slots to waiting requests. */
  #fill(): void {
    const now = this.#clock.monotonic();
    for (let next = this.#queue.next(now); next; next = this.#queue.next(now)) {
      const { item, line, since } = next;
      item.slot = line;
      this.#waits.record(item.work.lane, now - since);
      this.#due.push(item);
      this.#rooms.check(line.session.id);
    }
  }

  #makeCalls(): void {
    if (this.#calling) return;
    this.#calling = true;
    do {
      while (this.#due.length > 0) {
        const due = this.#due;
        this.#due = [];
        for (const grant of due) this.#start(grant);
      }
    } while (this.#callOneWithRoom());
    this.#calling = false;
  }

  #start(grant: Grant): void {
    if (!grant.slot) return;
    grant.started = true;
    try {
      grant.granted(() => this.#release(grant));
    } catch (error) {
      this.#release(grant);
      this.#report(error);
    }
  }

  #callOneWithRoom(): boolean {
    const callback = this.#rooms.next((session) => this.#queue.hasRoom(session));
    if (!callback) return false;
    try {
      callback();
    } catch (error) {
      this.#report(error);
    }
    return true;
  }

  #report(error: unknown): void {
    try {
      this.#onError(error);
    } catch (worse) {
      surface(worse);
    }
  }
}

const STARTED: Ticket = { withdraw: () => undefined };

function surface(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
