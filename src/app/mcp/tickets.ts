import { randomBytes } from 'node:crypto';

export type TicketLook<Held> =
  | { readonly kind: 'held'; readonly held: Held }
  | { readonly kind: 'collected' }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unknown' };

/**
 * Tickets of one client: what runs, what waits to be collected, and a record of what is gone. All are limited except
 * what runs.
 */
export class Tickets<Held> {
  readonly #kept: number;
  readonly #held = new Map<string, Held>();
  /** Finished and not collected, oldest first. */
  readonly #finished = new Set<string>();
  readonly #gone = new Map<string, 'collected' | 'dropped'>();

  constructor(kept: number) {
    this.#kept = kept;
  }

  open(held: Held): string {
    const ticket = `call-${randomBytes(6).toString('hex')}`;
    this.#held.set(ticket, held);
    return ticket;
  }

  look(ticket: string): TicketLook<Held> {
    const held = this.#held.get(ticket);
    return held === undefined ? { kind: this.#gone.get(ticket) ?? 'unknown' } : { kind: 'held', held };
  }

  finish(ticket: string): void {
    this.#finished.add(ticket);
    for (const oldest of this.#finished) {
      if (this.#finished.size <= this.#kept) break;
      this.#let(oldest, 'dropped');
    }
  }

  collect(ticket: string): void {
    this.#let(ticket, 'collected');
  }

  #let(ticket: string, why: 'collected' | 'dropped'): void {
    this.#held.delete(ticket);
    this.#finished.delete(ticket);
    this.#gone.set(ticket, why);
    for (const oldest of this.#gone.keys()) {
      if (this.#gone.size <= REMEMBERED) break;
      this.#gone.delete(oldest);
    }
  }
}

const REMEMBERED = 1_000;
