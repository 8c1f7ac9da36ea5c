import type { AgentUsage } from './agent.ts';
import type { RateLimitObservation } from './scheduling.ts';

/** What one answer of a model used. Cached tokens are told apart from the input. */
export type CallTokens = Pick<AgentUsage, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>;

/** One answer, as it was seen on its way to the program that asked. */
export interface SeenAnswer {
  /** As the provider names it; null where the answer does not say. */
  readonly model: string | null;
  readonly tokens: CallTokens;
  /** The provider did not tell: the tokens are a guess from the length of what went by. */
  readonly guessed: boolean;
}

/** Stands between an agent's own program and its model. */
export interface CallWatch {
  /** Before every call: null when it may be made, else why not. May wait. */
  mayAsk(): Promise<string | null>;
  answered(answer: SeenAnswer): void;
  /** What the answer's headers say of the provider's limits. */
  rateLimit?(seen: RateLimitObservation): void;
}
