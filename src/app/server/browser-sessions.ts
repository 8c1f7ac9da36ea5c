import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#contracts/clock.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import type { Home } from '#host/home.ts';
import { KeyedLock } from './keyed-lock.ts';

const DAY_MS = 86_400_000;
const LASTS_MS = 30 * DAY_MS;
const MOST = 32;

const Kept = z.object({
  sessions: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), until: z.number() })),
});
type Kept = z.infer<typeof Kept>;

/**
 * Admitted browsers. They outlive the server, so that a page works again after a restart; only hashes are on disk, in a
 * private file.
 */
export class BrowserSessions {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #lock = new KeyedLock<'file'>();
  #read: { readonly mtime: number; readonly kept: Kept } | null = null;

  constructor({ root }: Home, clock: Clock) {
    this.#file = join(root, 'browser-sessions.json');
    this.#clock = clock;
  }

  /** Admits a browser; returns its key. */
  async open(): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const session = { hash: hashOf(secret), until: this.#clock.now() + LASTS_MS };
    await this.#change((sessions) => [...sessions, session].slice(-MOST));
    return secret;
  }

  /** Looked up by hash: timing reveals nothing about the secret. */
  async isOpen(secret: string): Promise<boolean> {
    const hash = hashOf(secret);
    return (await this.#kept()).sessions.some((session) => session.hash === hash && session.until > this.#clock.now());
  }

  close(secret: string): Promise<void> {
    const hash = hashOf(secret);
    return this.#change((sessions) => sessions.filter((session) => session.hash !== hash));
  }

  #change(change: (sessions: Kept['sessions']) => Kept['sessions']): Promise<void> {
    return this.#lock.run('file', async () => {
      const now = this.#clock.now();
      const { sessions } = await this.#kept();
      const kept = { sessions: change(sessions.filter(({ until }) => until > now)) };
      await writeJsonAtomic(this.#file, kept, { mode: 0o600 });
      this.#read = null;
    });
  }

  /** Another server may have written it; an invalid file admits no one, and is replaced. */
  async #kept(): Promise<Kept> {
    const mtime = await stat(this.#file).then(
      (found) => found.mtimeMs,
      () => 0,
    );
    if (this.#read?.mtime === mtime) return this.#read.kept;
    const kept = (await readJsonIfExists(this.#file, Kept).catch(() => null)) ?? { sessions: [] };
    this.#read = { mtime, kept };
    return kept;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
