import { createHash } from 'node:crypto';
import type { ParsedRequest, SimExchange, SimRequest, SimUsage } from './types.ts';

/** How many exchanges are kept for reading; the totals cover all of them. */
const KEEP = 1_000;
const CAPACITY = 10_000;

export interface OpenExchange {
  readonly request: SimRequest;
  readonly call: number;
  readonly conversationCall: number;
  /** Only the first ending counts. */
  end(outcome: Exclude<SimExchange['outcome'], 'pending'>, status: number, usage: SimUsage | null): void;
}

/** The requests, and the answers to them. */
export class Ledger {
  readonly #exchanges: SimExchange[] = [];
  readonly #counts = new Map<string, number>();
  #calls = 0;
  #total: SimUsage = NOTHING;

  open(parsed: ParsedRequest, headers: Record<string, string>): OpenExchange {
    const conversation = hash(parsed.api, parsed.model, steady(parsed.system), parsed.messages[0]?.text ?? '');
    const attempt = this.#count(hash(conversation, JSON.stringify(parsed.messages)));
    const request: SimRequest = { ...parsed, conversation, attempt, headers };
    this.#calls += 1;
    const pending: SimExchange = { request, status: 0, outcome: 'pending', usage: null };
    let current = pending;
    this.#exchanges.push(pending);
    if (this.#exchanges.length > KEEP) this.#exchanges.shift();
    return {
      request,
      call: this.#calls,
      conversationCall: this.#count(conversation),
      end: (outcome, status, usage) => {
        if (current !== pending) return;
        current = { request, status, outcome, usage };
        const at = this.#exchanges.indexOf(pending);
        if (at >= 0) this.#exchanges[at] = current;
        if (usage !== null) this.#total = add(this.#total, usage);
      },
    };
  }

  get exchanges(): readonly SimExchange[] {
    return [...this.#exchanges];
  }

  get total(): SimUsage {
    return this.#total;
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const oldest = this.#counts.keys().next().value;
    if (this.#counts.size > CAPACITY && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}

const NOTHING: SimUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

const add = (left: SimUsage, right: SimUsage): SimUsage => ({
  inputTokens: left.inputTokens + right.inputTokens,
  cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
  cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
  outputTokens: left.outputTokens + right.outputTokens,
  reasoningTokens: left.reasoningTokens + right.reasoningTokens,
});

/** Claude Code puts a line into its system prompt that differs from call to call. */
const steady = (system: string): string => system.replaceAll(/^x-anthropic-billing-header:.*$/gm, '');

const hash = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
