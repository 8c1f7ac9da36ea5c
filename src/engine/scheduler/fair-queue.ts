import type { SessionId } from '#contracts/ids.ts';
import { LANES, type Lane, type SchedulerLimits, type WorkRequest } from '#contracts/scheduling.ts';
import { capOf } from './limits.ts';
import type { SessionShare, Slot, TypeLoad, Waiting, WaitingLine } from './queue-state.ts';
import { SessionShares } from './session-shares.ts';
import { agedLane, append, unlink } from './waiting-line.ts';

/**
 * Decides what runs next. No clock and no callbacks: the caller passes the time in and acts on the result.
 * The caller must do one thing: when `finish` says so, and after `setLimits`, it calls `next` until there is nothing.
 * Then whatever still waits is held back by a limit, and a new request whose own limits have room can start past all of
 * them without taking anything from anyone. That is why `start` looks at three counters only and charges no session;
 * such a slot is charged when it is released, if others want it by then.
 * A decision looks at the first of each line: sessions × lanes × types in use, however long the lines are.
 */
export class FairQueue<T> {
  #limits: SchedulerLimits;
  #running = 0;
  #queued = 0;
  #arrivals = 0;
  readonly #queuedByLane = LANES.map(() => 0);
  readonly #shares = new SessionShares<T>();
  readonly #waiting = new Set<SessionShare<T>>();
  readonly #types = new Map<string, TypeLoad>();

  constructor(limits: SchedulerLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Takes a slot, if no limit prevents it. */
  start(work: WorkRequest): Slot<T> | undefined {
    if (this.#running >= this.#limits.total) return undefined;
    const type = this.#type(work.type);
    if (type.running >= type.cap) return undefined;
    const session = this.#shares.of(work.session);
    if (session.running >= this.#limits.perSession) return undefined;
    const slot = { session, type, uncharged: true };
    this.#occupy(slot);
    return slot;
  }

  hasRoom(session: SessionId): boolean {
    return (this.#shares.peek(session)?.queued ?? 0) < this.#limits.queuePerSession;
  }

  enter(work: WorkRequest, item: T, now: number): Waiting<T> {
    const session = this.#shares.of(work.session);
    if (session.queued === 0) {
      this.#shares.catchUp(session);
      this.#waiting.add(session);
    }
    const line = this.#line(session, work);
    this.#count(line, 1);
    this.#arrivals += 1;
    return append(line, item, this.#arrivals, now);
  }

  /** Leaves the queue without having run. False when it was no longer queued. */
  leave(waiting: Waiting<T>): boolean {
    if (!waiting.queued) return false;
    this.#remove(waiting);
    this.#shares.forget(waiting.line.session, this.#queued > 0);
    return true;
  }

  /** Takes the next request out of the queue and a slot for it; undefined when limits hold back all that wait. */
  next(now: number): Waiting<T> | undefined {
    if (this.#queued === 0 || this.#running >= this.#limits.total) return undefined;
    const waiting = this.#choose(now);
    if (!waiting) return undefined;
    const { line } = waiting;
    this.#shares.charge(line.session, this.#limits.perSession);
    this.#occupy(line);
    this.#remove(waiting);
    line.servedAt = now;
    return waiting;
  }

  /** Releases a slot. True when a waiting request may be able to run now. */
  finish({ session, type, uncharged }: Slot<T>): boolean {
    const { total, perSession } = this.#limits;
    const someWait = this.#queued > 0;
    const wanted = someWait && (this.#running >= total || type.running >= type.cap);
    const heldBack = wanted || (someWait && session.running >= perSession);
    if (wanted && uncharged) this.#shares.chargeLate(session);
    this.#running -= 1;
    session.running -= 1;
    type.running -= 1;
    this.#shares.forget(session, someWait);
    return heldBack;
  }

  setLimits(limits: SchedulerLimits): void {
    this.#limits = limits;
    for (const type of this.#types.values()) type.cap = capOf(limits, type.name);
  }

  /** Sessions kept in memory; idle ones are dropped once no request waits for what they had. */
  get remembered(): number {
    return this.#shares.size;
  }

  queuedInLane(lane: Lane): number {
    return this.#queuedByLane[LANES.indexOf(lane)] ?? 0;
  }

  /** The sessions that run or wait. */
  sessions(): Iterable<Pick<SessionShare<T>, 'id' | 'running' | 'queued'>> {
    return this.#shares.active();
  }

  /** Best lane first, then the smallest share; within a session, first come first. */
  #choose(now: number): Waiting<T> | undefined {
    const { perSession, ageingMs } = this.#limits;
    let best: Waiting<T> | undefined;
    let bestLane = Infinity;
    for (const session of this.#waiting) {
      if (session.running >= perSession) continue;
      for (const line of session.lines.values()) {
        const { first, type } = line;
        if (!first || type.running >= type.cap) continue;
        const lane = agedLane(line, first, now, ageingMs);
        if (best && (lane > bestLane || (lane === bestLane && !this.#goesBefore(first, best)))) continue;
        best = first;
        bestLane = lane;
      }
    }
    return best;
  }

  #goesBefore(a: Waiting<T>, b: Waiting<T>): boolean {
    const order = this.#shares.compare(a.line.session, b.line.session);
    return order === 0 ? a.arrival < b.arrival : order < 0;
  }

  #occupy({ session, type }: Slot<T>): void {
    this.#running += 1;
    session.running += 1;
    type.running += 1;
  }

  #remove(waiting: Waiting<T>): void {
    unlink(waiting);
    const { line } = waiting;
    this.#count(line, -1);
    if (!line.first) line.session.lines.delete(line.key);
    if (line.session.queued === 0) this.#waiting.delete(line.session);
    this.#shares.forgetCaughtUp(this.#queued > 0);
  }

  #count({ session, lane }: WaitingLine<T>, change: 1 | -1): void {
    this.#queued += change;
    session.queued += change;
    this.#queuedByLane[lane] = (this.#queuedByLane[lane] ?? 0) + change;
  }

  #line(session: SessionShare<T>, work: WorkRequest): WaitingLine<T> {
    const lane = LANES.indexOf(work.lane);
    const key = `${lane} ${work.type}`;
    const known = session.lines.get(key);
    if (known) return known;
    const type = this.#type(work.type);
    const line = { session, type, uncharged: false, key, lane, first: undefined, last: undefined, servedAt: -Infinity };
    session.lines.set(key, line);
    return line;
  }

  #type(name: string): TypeLoad {
    const known = this.#types.get(name);
    if (known) return known;
    const type = { name, running: 0, cap: capOf(this.#limits, name) };
    this.#types.set(name, type);
    return type;
  }
}
