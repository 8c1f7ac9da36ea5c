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
  /** Then: waits for its turn among all calls of the provider, and is told when it has ended. */
  enter?(signal: AbortSignal): Promise<() => void>;
  /** What the answer begins with. */
  headers?(status: number, headers: Readonly<Record<string, string | undefined>>): void;
  answered(answer: SeenAnswer): void;
}

/** The calls of providers' models by all agents of this machine. What one is told of a limit slows them all. */
export interface CallGate {
  /** Resolves when the call may be made; what comes back is called when it has ended. */
  enter(provider: string, run: string, signal: AbortSignal): Promise<() => void>;
  observe(provider: string, seen: RateLimitObservation): void;
}
