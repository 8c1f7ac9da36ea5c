import type { SessionId } from '#contracts/ids.ts';

/** What a session runs, waits for and has had. */
export interface SessionShare<T> {
  readonly id: SessionId;
  running: number;
  queued: number;
  /** Virtual time: how far this session's grants have advanced it, comparable with the other sessions' tags. */
  tag: number;
  /** Number of its latest grant from the queue; breaks ties, so that equal sessions alternate strictly. */
  lastTurn: number;
  /** Only non-empty lines. */
  readonly lines: Map<string, WaitingLine<T>>;
}

/** How many of a type run, and how many may. Types are few and never removed. */
export interface TypeLoad {
  readonly name: string;
  running: number;
  cap: number;
}

/** The counters of running work. */
export interface Slot<T> {
  readonly session: SessionShare<T>;
  readonly type: TypeLoad;
  /** Started past the queue: not counted in the session's share yet. */
  readonly uncharged: boolean;
}

/**
 * The waiting requests of one session, lane and type: first in, first out. Doubly linked, so that a request can leave
 * from any position in constant time.
 */
export interface WaitingLine<T> extends Slot<T> {
  readonly key: string;
  /** Index into LANES. */
  readonly lane: number;
  first: Waiting<T> | undefined;
  last: Waiting<T> | undefined;
  /** When the line last had its turn. */
  servedAt: number;
}

export interface Waiting<T> {
  readonly item: T;
  readonly line: WaitingLine<T>;
  /** Order of arrival over all lines. */
  readonly arrival: number;
  readonly since: number;
  queued: boolean;
  before: Waiting<T> | undefined;
  after: Waiting<T> | undefined;
}
