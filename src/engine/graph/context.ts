import type { z } from 'zod';
import type { Instructed } from '#contracts/agent.ts';
import type { NodeTask, Note } from '#contracts/executor.ts';
import type { ActivationId, RunId, SessionId, TreeHash } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Usage } from '#contracts/usage.ts';
import type { CollectorOf, PayloadOf, Ports, TargetOf } from './ports.ts';

export type Signals = Readonly<Record<string, z.ZodType>>;

declare const made: unique symbol;

/** What a handler returns. Only a context makes one, so its ports and payloads have been checked by the compiler. */
export interface Outcome {
  readonly [made]: true;
}

/** One payload on its way to one port. */
export interface Go<T extends string> {
  readonly [made]: T;
}

export interface TaskOptions {
  /** Unique in the run, snake_case; others can wait for it. */
  readonly name?: string;
  /** Names of tasks that must be done first; their results are in `ctx.parents`. */
  readonly after?: readonly string[];
}

export interface OutcomeExtras {
  readonly usage?: Usage;
  readonly tree?: TreeHash;
  /** Nodes of this scope that need not continue. */
  readonly cancel?: readonly string[];
}

/** An effect on the world that must not be performed twice. */
export interface Effect<Result extends Json> {
  /** Looks for the result of an earlier, interrupted try; called only after an interruption. */
  find(): Promise<Result | undefined>;
  do(): Promise<Result>;
}

export interface NodeContext<P extends Ports, To extends string, S extends Signals, Out> {
  readonly run: RunId;
  readonly session: SessionId;
  readonly act: ActivationId;
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** Results of the tasks this one waited for. */
  readonly parents: Readonly<Record<string, Json>>;
  readonly notes: readonly Note[];
  readonly task: NodeTask;

  /** A payload for a port, for use in `fork`. */
  to<T extends To & TargetOf<P>>(port: T, payload: PayloadOf<P, T>, options?: TaskOptions): Go<T>;
  goto<T extends To & TargetOf<P>>(port: T, payload: PayloadOf<P, T>, also?: OutcomeExtras): Outcome;
  /** Several branches at once, in a scope of their own; `collect` receives what arrived when all have ended. */
  fork(branches: readonly Go<To>[], options?: OutcomeExtras & { readonly collect?: To & CollectorOf<P> }): Outcome;
  /** Ends this branch. */
  end(result?: Json, also?: OutcomeExtras): Outcome;
  /** Ends the graph with its output. */
  exit(output: Out, also?: OutcomeExtras): Outcome;
  /** Asks a person; the node runs again with the answer. */
  ask<K extends keyof S & string>(signal: K, question: Json, also?: OutcomeExtras): Outcome;
  answer<K extends keyof S & string>(signal: K): z.infer<S[K]> | undefined;
  /** Does something once, however often the node is interrupted and run again. */
  effect<Result extends Json>(key: string, effect: Effect<Result>): Promise<Result>;
  /** Records in the log what an agent of this node is told. */
  instructed(instructed: Instructed): void;
  say(line: string): void;
}

/** Advisory and observer nodes only leave notes. */
export interface AsideContext {
  readonly run: RunId;
  readonly act: ActivationId;
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly notes: readonly Note[];
  say(line: string): void;
}
