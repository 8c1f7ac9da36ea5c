import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock } from '#contracts/clock.ts';
import { tableOf } from '#host/table-of.ts';

export interface StaticFile {
  readonly type: string;
  /** Its name contains the hash of its content: it never changes. */
  readonly forever: boolean;
  read(): Promise<Uint8Array>;
}

const LOOK_AGAIN_MS = 1_000;

/**
 * The files of the built page. A request can only name a file that was found in the folder, so no path can climb out.
 * Links are not followed.
 */
export class StaticFiles {
  readonly #folder: string;
  readonly #clock: Clock;
  #files = new Map<string, StaticFile>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** By the path of the address, as it was sent. */
  async get(path: string): Promise<StaticFile | null> {
    // The page may have been rebuilt since.
    if (!this.#files.has(path)) await this.#look();
    return this.#files.get(path) ?? null;
  }

  async #look(): Promise<void> {
    if (this.#clock.monotonic() - this.#lookedAt < LOOK_AGAIN_MS) return;
    this.#lookedAt = this.#clock.monotonic();
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    this.#files = new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [`/${file.slice(this.#folder.length + 1)}`, staticFile(file)]),
    );
  }
}

const staticFile = (file: string): StaticFile => ({
  type: TYPES[extname(file)] ?? 'application/octet-stream',
  forever: /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(file) && file.includes('/assets/'),
  read: () => readFile(file),
});

const TYPES: Readonly<Record<string, string>> = tableOf({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
});
