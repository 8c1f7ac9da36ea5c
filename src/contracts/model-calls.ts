import type { AgentUsage } from './agent.ts';
import type { RateLimitObservation } from './scheduling.ts';

/** What one answer of a model used. Cached tokens are counted apart from the input. */
export type CallTokens = Pick<AgentUsage, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>;

/** One answer of a provider, observed on its way to the program that asked. */
export interface SeenAnswer {
  /** The provider's name for it; null where the answer has none. */
  readonly model: string | null;
  readonly tokens: CallTokens;
  /** The provider sent no counts: the tokens are estimated from the length of the traffic. */
  readonly guessed: boolean;
}

/** The interface between an agent's own program and its model. */
export interface CallWatch {
  /** Called before every call: null when it may be made, else why not. May wait. */
  mayAsk(): Promise<string | null>;
  /** Then waits for a turn among all calls of the provider; the returned function reports its end. */
  enter?(signal: AbortSignal): Promise<() => void>;
  /** What the answer begins with. */
  headers?(status: number, headers: Readonly<Record<string, string | undefined>>): void;
  answered(answer: SeenAnswer): void;
}

/** The calls of all agents of this machine to providers' models. A rate limit reported to one slows them all. */
export interface CallGate {
  /** Resolves when the call may be made; call the returned function when it has ended. */
  enter(provider: string, run: string, signal: AbortSignal): Promise<() => void>;
  observe(provider: string, seen: RateLimitObservation): void;
}
