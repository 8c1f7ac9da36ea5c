import { createHash } from 'node:crypto';
import { promptSegments } from './tokens.ts';
import type { ParsedRequest, SimUsage } from './types.ts';

type InputUsage = Pick<SimUsage, 'inputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>;

/** Below this many tokens no provider caches a prompt. */
export const CACHE_MIN_TOKENS = 1024;

const CAPACITY = 10_000;

/**
 * Remembers answered prompts, so that usage tells cached tokens from fresh ones as the providers do. Only Anthropic
 * bills (and reports) writes, and only up to the request's last cache marker.
 */
export class PromptCache {
  readonly #seen = new Set<string>();

  /** Reads the cache without changing it: a call that fails leaves no trace. */
  measure(request: ParsedRequest): InputUsage {
    const prefixes = prefixesOf(request);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const cacheable = prefixes.slice(0, request.cacheable);
    const hit = cacheable.findLast((prefix) => this.#seen.has(prefix.key));
    const read = hit === undefined || hit.tokens < CACHE_MIN_TOKENS ? 0 : hit.tokens;
    const worth = cacheable.at(-1)?.tokens ?? 0;
    const write = request.api === 'anthropic' && worth >= CACHE_MIN_TOKENS ? worth - read : 0;
    return { inputTokens: total, cacheReadTokens: read, cacheWriteTokens: write };
  }

  remember(request: ParsedRequest): void {
    const cacheable = prefixesOf(request).slice(0, request.cacheable);
    // Anthropic caches up to its markers; the others cache every prefix automatically.
    for (const prefix of request.api === 'anthropic' ? cacheable.slice(-1) : cacheable) this.#add(prefix.key);
  }

  #add(key: string): void {
    this.#seen.delete(key);
    this.#seen.add(key);
    const oldest = this.#seen.values().next().value;
    if (this.#seen.size > CAPACITY && oldest !== undefined) this.#seen.delete(oldest);
  }
}

function prefixesOf(request: ParsedRequest): { key: string; tokens: number }[] {
  const hash = createHash('sha256').update(`${request.api} ${request.model}`);
  let tokens = 0;
  return promptSegments(request).map((segment) => {
    tokens += segment.tokens;
    hash.update('\0').update(segment.text);
    return { key: hash.copy().digest('hex'), tokens };
  });
}
