import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#contracts/clock.ts';

const HOUR_MS = 3_600_000;

export type LinkExchange = 'granted' | 'used' | 'unknown';

/** Links that admit one browser, once. Only their hashes are kept, in memory: a restart invalidates all of them. */
export class OneTimeLinks {
  readonly #clock: Clock;
  /** When each expires; null when it was used. */
  readonly #tokens = new Map<string, number | null>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  make(): string {
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(hashOf(token), this.#clock.now() + HOUR_MS);
    return token;
  }

  /** Looked up by hash: timing reveals nothing about the token. */
  exchange(token: string): LinkExchange {
    const hash = hashOf(token);
    const until = this.#tokens.get(hash);
    if (until === undefined) return 'unknown';
    this.#tokens.set(hash, null);
    return until === null || until < this.#clock.now() ? 'used' : 'granted';
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
