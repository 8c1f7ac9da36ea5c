import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RateLimitObservation, SlotRequest, Ticket } from '#contracts/scheduling.ts';
import type { MachineSlots } from './machine-slots.ts';

type Granted = (release: () => void) => void;

/** A request of this process. */
interface Asked {
  readonly pool: string;
  readonly work: SlotRequest;
  readonly granted: Granted;
  id: number;
  held: boolean;
  over: boolean;
}

/**
 * How often this process reports that it is alive while it holds or wants a slot, and looks even if nothing woke it.
 */
const LOOK_MS = 1_000;

/**
 * This process's part in the machine's slots: requests, grants, releases. Changes by another process are noticed by the
 * database's file; the timer is for file systems that report nothing, and for slots of dead processes.
 */
export class MachineQueue {
  readonly #slots: MachineSlots;
  readonly #onError: (error: unknown) => void;
  readonly #asked = new Map<number, Asked>();
  readonly #toTell: Asked[] = [];
  readonly #wantRoom = new Set<() => void>();
  /** Of the requested ones, those that hold no slot yet. */
  #waiting = 0;
  #telling = false;
  #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #soon = false;
  #seen = Number.NaN;

  constructor(slots: MachineSlots, onError: (error: unknown) => void = surface) {
    this.#slots = slots;
    this.#onError = onError;
  }

  /** `granted` is called before this returns where there is room. */
  request(pool: string, work: SlotRequest, granted: Granted): Ticket | 'full' {
    const entered = this.#slots.enter(pool, work);
    if (entered === 'full') return 'full';
    const asked: Asked = { pool, work, granted, id: entered, held: false, over: false };
    this.#asked.set(asked.id, asked);
    this.#listen();
    if ((this.#slots.turnOf(asked.id) ?? 0) > 0) this.#hold(asked);
    else this.#waiting += 1;
    // The decision may have granted slots to others of this process, too.
    if (this.#waiting > 0) this.#look();
    else this.#tell();
    return { withdraw: () => void (asked.held || this.#leave(asked)) };
  }

  /** The same as a promise, for one call of a model. Rejects when it is cancelled. */
  acquire(pool: string, work: SlotRequest, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      let ticket: Ticket | 'full' = 'full';
      const off = (): void => {
        if (ticket !== 'full') ticket.withdraw();
        reject(signal.reason);
      };
      const ask = (): void => {
        if (signal.aborted) return;
        ticket = this.request(pool, work, (release) => {
          signal.removeEventListener('abort', off);
          if (signal.aborted) release();
          else resolve(release);
        });
        if (ticket === 'full') this.onRoom(ask);
      };
      signal.addEventListener('abort', off, { once: true });
      ask();
    });
  }

  /** Called once, when something may have changed for a caller that was turned away. */
  onRoom(callback: () => void): void {
    this.#wantRoom.add(callback);
    this.#listen();
    this.#timer?.ref();
  }

  observe(pool: string, seen: RateLimitObservation): void {
    this.#slots.observe(pool, seen);
    this.#look();
  }

  status(): ReturnType<MachineSlots['status']> {
    return this.#slots.status();
  }

  /** Looks whether a request of ours was granted meanwhile. */
  look(): void {
    this.#look();
  }

  close(): void {
    this.#stopListening();
    this.#slots.close();
  }

  #leave(asked: Asked): void {
    if (asked.over) return;
    asked.over = true;
    this.#asked.delete(asked.id);
    if (!asked.held) this.#waiting -= 1;
    if (!this.#slots.isOpen) return;
    this.#slots.leave(asked.pool, asked.id);
    if (this.#waiting > 0) this.#look();
    else this.#tell();
  }

  #look(): void {
    if (!this.#slots.isOpen || this.#asked.size === 0) return;
    const mine = this.#slots.mine();
    for (const [id, asked] of [...this.#asked]) {
      const turn = mine.get(id);
      if (turn === undefined) this.#restore(asked);
      else if (turn > 0 && !asked.held) {
        this.#waiting -= 1;
        this.#hold(asked);
      }
    }
    this.#tell();
  }

  /** The machine slept, and another process took this one for dead. */
  #restore(asked: Asked): void {
    this.#asked.delete(asked.id);
    asked.id = this.#slots.restore(asked.pool, asked.work, asked.held);
    this.#asked.set(asked.id, asked);
  }

  #hold(asked: Asked): void {
    asked.held = true;
    this.#toTell.push(asked);
  }

  /**
   * One callback after the other, by the outermost call: a callback that requests or releases sees a consistent state.
   */
  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    for (let asked = this.#toTell.shift(); asked; asked = this.#toTell.shift()) {
      const { granted } = asked;
      const current = asked;
      const release = (): void => this.#leave(current);
      try {
        granted(release);
      } catch (error) {
        release();
        this.#onError(error);
      }
    }
    this.#telling = false;
    if (this.#asked.size === 0 && this.#wantRoom.size === 0) return this.#stopListening();
    // A request that waits for another process has nothing else that keeps this one alive.
    if (this.#waiting > 0 || this.#wantRoom.size > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  #listen(): void {
    this.#timer ??= setInterval(() => this.#tend(), LOOK_MS).unref();
    if (this.#watcher !== undefined) return;
    const { file } = this.#slots;
    try {
      // The folder, not the file: the write-ahead file comes and goes.
      this.#watcher = watch(dirname(file), { persistent: false }, (_, name) => {
        if (name?.startsWith(basename(file))) this.#wake();
      });
      this.#watcher.on('error', () => undefined);
    } catch {
      // The timer does it.
    }
  }

  #stopListening(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** Many changes at once are handled together, and our own are skipped. */
  #wake(): void {
    if (this.#soon) return;
    this.#soon = true;
    setImmediate(() => {
      this.#soon = false;
      if (!this.#slots.isOpen) return;
      const version = this.#slots.version();
      if (version === this.#seen) return;
      this.#seen = version;
      this.#callThoseTurnedAway();
      this.#look();
    });
  }

  #tend(): void {
    if (!this.#slots.isOpen) return;
    this.#slots.tend(new Set([...this.#asked.values()].map(({ pool }) => pool)));
    this.#callThoseTurnedAway();
    this.#look();
  }

  #callThoseTurnedAway(): void {
    const callbacks = [...this.#wantRoom];
    this.#wantRoom.clear();
    for (const callback of callbacks) callback();
  }
}

function surface(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
