import type { BlobStore } from '#contracts/blobs.ts';
import type { Clock } from '#contracts/clock.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { Executor } from '#contracts/executor.ts';
import type { ActivationId, RunId, WorkerId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { Scheduler } from '#contracts/scheduling.ts';
import type { RunStore } from '#contracts/store.ts';
import type { RunState } from '../step/state.ts';
import type { AtPoint } from './points.ts';

/** The dependencies of a driver. */
export interface DriverDeps {
  readonly store: RunStore;
  readonly blobs: BlobStore;
  readonly executor: Executor;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  /** This process; each of its drivers has an id of its own, derived from it. */
  readonly worker: WorkerId;
  /** Says whether another worker is certainly dead, so that its lease need not be waited for. */
  readonly isGone?: (worker: WorkerId) => boolean;
  /** Says whether another worker is certainly alive: a lease of it that looks expired may be a clock that jumped. */
  readonly isAlive?: (worker: WorkerId) => boolean;
  readonly leaseMs?: number;
  /** How often time-dependent conditions are checked. The store reports mail. */
  readonly tickMs?: number;
  /** Called with every event of every driven run, once it is durable. */
  readonly saw?: (run: RunId, events: readonly RunEvent[]) => void;
  readonly atPoint?: AtPoint;
}

export const LEASE_MS = 15_000;
export const TICK_MS = 250;

export interface Question {
  readonly act: ActivationId;
  readonly signal: string;
  readonly question: Json;
}

/** How a drive ended. Only `completed`, `failed` and `cancelled` end the run as well. */
export type DriveResult =
  | { readonly status: 'completed'; readonly output: Json }
  | { readonly status: 'failed'; readonly error: ErrorInfo }
  | { readonly status: 'cancelled'; readonly why: string }
  /** A person is asked: answer, then resume. */
  | { readonly status: 'waiting'; readonly questions: readonly Question[] }
  | { readonly status: 'paused' }
  /** This process released the run; another can resume it. */
  | { readonly status: 'stopped' };

export interface DriveListener {
  /** Durable by now. */
  onEvents?(events: readonly RunEvent[], state: RunState): void;
  onSay?(act: ActivationId, line: string): void;
}

/** A run that this process drives. */
export interface RunHandle {
  readonly run: RunId;
  /** Rejects with an AssayError when the run could not be driven further (lease lost, disk full …). */
  readonly done: Promise<DriveResult>;
  /** Lets go: aborts what runs, records it as interrupted, releases the lease. */
  stop(): Promise<void>;
  /** Looks for mail now rather than at the next turn. */
  checkMail(): void;
}
