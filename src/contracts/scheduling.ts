import { z } from 'zod';
import type { RunId, SessionId } from './ids.ts';

export const LANES = ['critical', 'high', 'normal', 'low', 'background'] as const;
export const Lane = z.enum(LANES);
export type Lane = z.infer<typeof Lane>;

/** Limits on what may run at once, and on what may wait. */
export interface SchedulerLimits {
  readonly total: number;
  readonly perSession: number;
  /** By work type (`agent`, `logic`, or an agent's name); a type without an entry is bound by the others only. */
  readonly perType: Readonly<Record<string, number>>;
  /** Waiting requests that a session may hold; further ones are turned away (QUEUE_FULL) until some have run. */
  readonly queuePerSession: number;
  /**
   * The first of a line (one session, lane and type) gains one lane for every such span it has been first, also above
   * `critical`, so that nothing starves. The line starts over when it is served, so that a deep old backlog does not
   * outrank everything that comes after it.
   */
  readonly ageingMs: number;
}

export interface WorkRequest {
  readonly session: SessionId;
  readonly lane: Lane;
  readonly type: string;
  /** The run it is part of, where an agent is to work: such slots are shared by all processes of the machine. */
  readonly agentOf?: RunId;
}

/** A request for one of the machine's shared slots. */
export interface SlotRequest extends Omit<WorkRequest, 'agentOf'> {
  readonly run: string;
}

/** How many agents work at once on this machine and how many wait, for screens. */
export const SlotsView = z.object({
  held: z.number(),
  /** Infinity is left out. */
  total: z.number().optional(),
  waiting: z.array(z.object({ lane: Lane, count: z.number(), longestMs: z.number() })),
  /** Of what was granted so far. */
  granted: z.array(z.object({ lane: Lane, count: z.number(), meanMs: z.number(), maxMs: z.number() })),
  runs: z.record(z.string(), z.object({ held: z.number(), waiting: z.number() })),
  /** How many calls a provider accepts at once, where its answers have lowered the number. */
  providers: z.array(z.object({ provider: z.string(), atOnce: z.number(), held: z.number(), waiting: z.number() })),
});
export type SlotsView = z.infer<typeof SlotsView>;

export interface SchedulerMetrics {
  readonly running: number;
  readonly queued: number;
  readonly queuedByLane: Readonly<Record<Lane, number>>;
  readonly runningBySession: Readonly<Record<string, number>>;
  readonly queuedBySession: Readonly<Record<string, number>>;
  /** Mean and maximum wait of what has been granted so far, by lane, in milliseconds. */
  readonly waitByLane: Readonly<
    Record<Lane, { readonly granted: number; readonly meanMs: number; readonly maxMs: number }>
  >;
}

/**
 * `granted` is called before `request` returns when there is room; a request made inside another callback is granted
 * right after that one has returned. The holder of the slot calls `release`; calling it again does nothing. The slot of
 * a `granted` that throws is released.
 */
export interface Scheduler {
  request(work: WorkRequest, granted: (release: () => void) => void): Ticket | 'full';
  metrics(): SchedulerMetrics;
  /** Called once when a caller that was turned away may try again; at once when it already may. */
  onRoom(session: SessionId, callback: () => void): void;
  /**
   * Limits follow load and providers' rate-limit headers. `perType` is merged by type; Infinity lifts a limit. Running
   * work continues.
   */
  setLimits(limits: Partial<SchedulerLimits>): void;
}

export interface Ticket {
  /** Leaves the queue; no effect once granted. */
  withdraw(): void;
}

/** What a provider's answer said about its rate limit; missing headers are left out. */
export interface RateLimitObservation {
  /** The provider turned the request away (429). */
  readonly throttled: boolean;
  /**
   * Requests allowed in a window, those left in it, and the seconds until it starts over (or until a retry may be
   * made).
   */
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetSeconds?: number;
}
