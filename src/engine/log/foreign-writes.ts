import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Where the system reports no changes (a network disk, no watches left), writes by others are seen with this delay. */
const FALLBACK_MS = 500;
/** Writes come in bursts: one look handles them. */
const GATHER_MS = 10;

/**
 * Notices what other processes write to a database: the system reports that its files changed, the database whether its
 * content did.
 */
export class ForeignWrites {
  readonly #file: string;
  readonly #version: () => number;
  readonly #changed: () => void;
  #watcher: FSWatcher | null = null;
  #fallback: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #last = Number.NaN;

  constructor(file: string, version: () => number, changed: () => void) {
    this.#file = file;
    this.#version = version;
    this.#changed = changed;
  }

  start(): void {
    if (this.#fallback) return;
    this.#last = this.#read();
    this.#fallback = setInterval(() => this.#look(), FALLBACK_MS).unref();
    try {
      const base = basename(this.#file);
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_, name) => {
        if (name === null || name.startsWith(base)) this.#gather();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // The fallback sees it too.
    }
  }

  stop(): void {
    this.#watcher?.close();
    this.#watcher = null;
    clearInterval(this.#fallback);
    this.#fallback = undefined;
    clearTimeout(this.#soon);
    this.#soon = undefined;
  }

  #gather(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#look();
    }, GATHER_MS).unref();
  }

  #look(): void {
    const now = this.#read();
    if (now === this.#last) return;
    this.#last = now;
    this.#changed();
  }

  /** A database that cannot be read now counts as changed: the process that looks meets the error itself. */
  #read(): number {
    try {
      return this.#version();
    } catch {
      return Number.NaN;
    }
  }
}
