import type { DatabaseSync } from 'node:sqlite';

interface Pending {
  readonly work: () => unknown;
  readonly settle: (outcome: { ok: true; value: unknown } | { ok: false; error: unknown }) => void;
}

/**
 * Collects the writes of one turn of the event loop into one transaction: many runs share one fsync. A write that
 * throws must have written nothing yet; the others still commit. If the commit itself fails, all of them fail.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #translate: (thrown: unknown) => unknown;
  #pending: Pending[] = [];

  constructor(db: DatabaseSync, translate: (thrown: unknown) => unknown) {
    this.#db = db;
    this.#translate = translate;
  }

  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.flush());
      this.#pending.push({
        work,
        // `work` returned a T; the queue only drops its type.
        settle: (outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)),
      });
    });
  }

  flush(): void {
    const batch = this.#pending;
    this.#pending = [];
    if (batch.length === 0) return;
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const done = batch.map(({ work, settle }) => ({ settle, outcome: attempt(work) }));
      for (const { outcome } of done) if (!outcome.ok && isDatabaseError(outcome.error)) throw outcome.error;
      this.#db.exec('COMMIT');
      for (const { settle, outcome } of done) settle(outcome);
    } catch (thrown) {
      // Closed meanwhile: there is nothing to roll back, and the waiting callers get the reason.
      if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
      const error = this.#translate(thrown);
      for (const { settle } of batch) settle({ ok: false, error });
    }
  }
}

function attempt(work: () => unknown): { ok: true; value: unknown } | { ok: false; error: unknown } {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** An error of ours leaves nothing behind; an error of the database may have left half a write. */
const isDatabaseError = (error: unknown): boolean => error instanceof Error && 'errcode' in error;
