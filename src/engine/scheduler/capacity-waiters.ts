import type { SessionId } from '#contracts/ids.ts';

/**
 * Callers that were turned away and want to know when there is room, by session and in order. One is called for each
 * free place: if it asks again it fills the place, and the next caller keeps waiting instead of being turned away
 * again.
 */
export class CapacityWaiters {
  readonly #callbacks = new Map<SessionId, (() => void)[]>();
  /** Sessions that may have room. */
  readonly #toCheck = new Set<SessionId>();

  add(session: SessionId, callback: () => void): void {
    const callbacks = this.#callbacks.get(session);
    if (callbacks) callbacks.push(callback);
    else this.#callbacks.set(session, [callback]);
  }

  check(session: SessionId): void {
    if (this.#callbacks.has(session)) this.#toCheck.add(session);
  }

  checkAll(): void {
    for (const session of this.#callbacks.keys()) this.#toCheck.add(session);
  }

  /** The next callback to make; a session is checked until it has no room or no waiting caller. */
  next(hasRoom: (session: SessionId) => boolean): (() => void) | undefined {
    for (const session of this.#toCheck) {
      const callbacks = hasRoom(session) ? this.#callbacks.get(session) : undefined;
      const callback = callbacks?.shift();
      if (callbacks?.length === 0) this.#callbacks.delete(session);
      if (callback) return callback;
      this.#toCheck.delete(session);
    }
    return undefined;
  }
}
