import { setImmediate as breathe } from 'node:timers/promises';
import { type RunId, Seq } from '#contracts/ids.ts';
import type { RunStore } from '#contracts/store.ts';
import { KeyedLock } from './keyed-lock.ts';
import { RunFacts } from './run-facts.ts';

const MOST = 64;
const AT_ONCE = 500;

/** Folded runs, cached: a run that has grown is folded further, not from the beginning. */
export class RunFolds {
  readonly #store: RunStore;
  readonly #kept = new Map<RunId, RunFacts>();
  readonly #locks = new KeyedLock<RunId>();

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** The run's current state. It keeps growing: take what is needed before awaiting anything. */
  now(run: RunId): Promise<RunFacts> {
    return this.#locks.run(run, async () => {
      const facts = this.#kept.get(run) ?? new RunFacts();
      this.#kept.delete(run);
      await this.#take(run, facts, Number.POSITIVE_INFINITY);
      // Cached only now: a log that could not be read to its end is read from its beginning next time.
      this.#keep(run, facts);
      return facts;
    });
  }

  /** Its state after an event. */
  async at(run: RunId, seq: number): Promise<RunFacts> {
    const facts = new RunFacts();
    await this.#take(run, facts, seq);
    return facts;
  }

  /** A long log must not block everything else. */
  async #take(run: RunId, facts: RunFacts, upTo: number): Promise<void> {
    for await (const event of this.#store.read(run, Seq.parse(facts.fold.seq + 1))) {
      if (event.seq > upTo) return;
      facts.add(event);
      if (event.seq % AT_ONCE === 0) await breathe();
    }
  }

  /** The least recently used one is dropped. */
  #keep(run: RunId, facts: RunFacts): void {
    this.#kept.set(run, facts);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
