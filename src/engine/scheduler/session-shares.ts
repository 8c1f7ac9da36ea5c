import type { SessionId } from '#contracts/ids.ts';
import type { SessionShare } from './queue-state.ts';

/**
 * Each session's share: start-time fair queueing with equal weights and a cost of one a grant. Every slot that others
 * wanted too advances its session's tag by one, and the session with the smallest tag goes first.
 * A session that begins to wait is moved up to the others, so that idleness earns nothing. One held back by its limits
 * or its lanes is owed at most `credit` grants, so that it cannot shut the others out once it is free.
 */
export class SessionShares<T> {
  #turns = 0;
  /** The largest tag so far. */
  #lead = 0;
  readonly #sessions = new Map<SessionId, SessionShare<T>>();
  /** Idle sessions that were served ahead of those who wait; remembered until the others have caught up. */
  readonly #ahead = new Set<SessionShare<T>>();

  of(id: SessionId): SessionShare<T> {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = { id, running: 0, queued: 0, tag: 0, lastTurn: 0, lines: new Map() };
    this.#sessions.set(id, session);
    return session;
  }

  peek(id: SessionId): SessionShare<T> | undefined {
    return this.#sessions.get(id);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The sessions that run or wait. */
  *active(): Iterable<SessionShare<T>> {
    for (const session of this.#sessions.values()) if (!isIdle(session)) yield session;
  }

  /** Called when a session that waited for nothing begins to wait. */
  catchUp(session: SessionShare<T>): void {
    session.tag = Math.max(session.tag, this.#lead - 1);
  }

  charge(session: SessionShare<T>, credit: number): void {
    this.#turns += 1;
    session.lastTurn = this.#turns;
    session.tag = Math.max(session.tag, this.#lead - credit) + 1;
    this.#lead = Math.max(this.#lead, session.tag);
  }

  /**
   * For a slot taken while no one else wanted it and released when someone does. Otherwise the first session on an
   * idle machine would hold all of it and then take turns as if it had had nothing. The lead does not change, since a
   * newcomer should not pay for it; nor does it for a session that wants nothing more.
   */
  chargeLate(session: SessionShare<T>): void {
    if (session.queued > 0) session.tag += 1;
  }

  /** Below 0 when `a` goes before `b`, 0 when neither has a claim. Ties go to the one served longer ago. */
  compare(a: SessionShare<T>, b: SessionShare<T>): number {
    return a.tag - b.tag || a.lastTurn - b.lastTurn;
  }

  /** Drops a session that has become idle, unless it would come back with a smaller tag than it left with. */
  forget(session: SessionShare<T>, someWait: boolean): void {
    if (!isIdle(session)) return;
    if (someWait && session.tag >= this.#lead) this.#ahead.add(session);
    else this.#drop(session);
  }

  /** Drops the idle sessions the others have caught up with; with nothing waiting, all of them. */
  forgetCaughtUp(someWait: boolean): void {
    for (const session of this.#ahead) {
      if (someWait && session.tag >= this.#lead) return;
      if (isIdle(session)) this.#drop(session);
      else this.#ahead.delete(session);
    }
  }

  /** From both at once: an old record left in `ahead` would later remove a new one of the same name. */
  #drop(session: SessionShare<T>): void {
    this.#ahead.delete(session);
    this.#sessions.delete(session.id);
  }
}

function isIdle<T>(session: SessionShare<T>): boolean {
  return session.running === 0 && session.queued === 0;
}
