import { z } from 'zod';
import type { SessionId } from './ids.ts';

export const LANES = ['critical', 'high', 'normal', 'low', 'background'] as const;
export const Lane = z.enum(LANES);
export type Lane = z.infer<typeof Lane>;

/** Caps on what may run at once, and on what may wait. */
export interface SchedulerLimits {
  readonly total: number;
  readonly perSession: number;
  /** By work type (`agent`, `logic`, or an agent's name); a type without an entry is bound by the others only. */
  readonly perType: Readonly<Record<string, number>>;
  /** Waiting requests a session may hold; beyond it a request is turned away (QUEUE_FULL) until some have run. */
  readonly queuePerSession: number;
  /** A request gains one lane for every such span it has waited, so that nothing starves. */
  readonly ageingMs: number;
}

export interface WorkRequest {
  readonly session: SessionId;
  readonly lane: Lane;
  readonly type: string;
}

export interface SchedulerMetrics {
  readonly running: number;
  readonly queued: number;
  readonly queuedByLane: Readonly<Record<Lane, number>>;
  readonly runningBySession: Readonly<Record<string, number>>;
  /** Mean and maximum wait of what has been granted so far, by lane, in milliseconds. */
  readonly waitByLane: Readonly<
    Record<Lane, { readonly granted: number; readonly meanMs: number; readonly maxMs: number }>
  >;
}

/** `granted` may be called before `request` returns when there is room. `release` is called once, by whoever was granted. */
export interface Scheduler {
  request(work: WorkRequest, granted: (release: () => void) => void): Ticket | 'full';
  metrics(): SchedulerMetrics;
  /** Called once when a turned-away caller may try again. */
  onRoom(session: SessionId, callback: () => void): void;
  /** Caps follow load and providers' rate-limit headers. */
  setLimits(limits: Partial<SchedulerLimits>): void;
}

export interface Ticket {
  /** Leaves the queue; no effect once granted. */
  withdraw(): void;
}
