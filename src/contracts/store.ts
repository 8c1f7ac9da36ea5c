import type { MailId, RunId, Seq, SessionId, WorkerId } from './ids.ts';
import type { Mail, StoredMail } from './mail.ts';
import type { NewEvent, RunEvent } from './run-events.ts';
import type { LeaseInfo, ListedRun, RunStatus } from './run-header.ts';

/** Proof that a worker may write to a run. A later lease on the same run invalidates it. */
export interface LeaseToken {
  readonly run: RunId;
  readonly worker: WorkerId;
  readonly epoch: number;
}

export type LeaseAnswer =
  | { readonly ok: true; readonly token: LeaseToken }
  | { readonly ok: false; readonly holder: LeaseInfo };

export interface RunFilter {
  readonly session?: SessionId;
  readonly status?: readonly RunStatus[];
  /** Newest first; the run to start after. */
  readonly after?: RunId;
  readonly limit?: number;
}

export interface AppendOptions {
  /** Mail that these events answer: removed in the same transaction, so that a request is taken in exactly once. */
  readonly consume?: readonly MailId[];
}

/**
 * Where logs are stored. What `append` has acknowledged survives a crash of the process and, in the SQLite store, of
 * the machine. Appends are fenced: they need the newest lease and the head the writer last saw.
 */
export interface RunStore {
  /** Starts a log; RUN_EXISTS if there is one. The creator gets the first lease. */
  create(run: RunId, events: readonly NewEvent[], at: number, worker: WorkerId, leaseMs: number): Promise<LeaseToken>;
  /** LEASE_LOST when the token is stale, APPEND_CONFLICT when the log has grown since `after`. */
  append(lease: LeaseToken, after: Seq, events: readonly NewEvent[], at: number, options?: AppendOptions): Promise<Seq>;
  /** Events from `from` (default 1) to the head, oldest first; RUN_UNKNOWN. */
  read(run: RunId, from?: Seq): AsyncIterable<RunEvent>;
  /** Headers only, newest first. */
  list(filter?: RunFilter): Promise<ListedRun[]>;
  header(run: RunId): Promise<ListedRun | null>;
  /** A new run whose log begins as `run`'s does, up to and including `seq`, and then says what it was forked from. */
  fork(run: RunId, seq: Seq, into: RunId, at: number): Promise<void>;

  /** Deletes a run and its mail; RUN_HELD while a process drives it. Forks of it are runs of their own. */
  remove(run: RunId, options?: LeaseOptions): Promise<void>;
  /** Marks a run as one to keep, or removes the mark. The store itself deletes nothing. */
  pin(run: RunId, isPinned: boolean): Promise<void>;

  /**
   * Granted when the run is free, when the holder's time is up, or when the holder is known to be dead; not to a worker
   * that already holds it: two drivers of one name would write over each other.
   */
  lease(run: RunId, worker: WorkerId, ms: number, options?: LeaseOptions): Promise<LeaseAnswer>;
  /** False when the lease was lost meanwhile. */
  renew(lease: LeaseToken, ms: number): Promise<boolean>;
  release(lease: LeaseToken): Promise<void>;

  /** Only `engine/steering` calls this (`npm run check` enforces it): everything else steers a run through it. */
  postMail(run: RunId, mail: Mail, by: string, at: number): Promise<MailId>;
  mail(run: RunId): Promise<StoredMail[]>;
  /** Calls the listener after every change by any process; the returned function ends that. */
  watch(listener: StoreListener): () => void;
  close(): Promise<void>;
}

export interface StoreChange {
  readonly run: RunId;
  readonly what: 'log' | 'mail' | 'lease';
}

/** Null: something has changed, and it is not known what. */
export type StoreListener = (change: StoreChange | null) => void;

export interface LeaseOptions {
  /**
   * Says whether a holder is certainly gone (a dead process on this machine), so that its lease need not be waited for.
   */
  readonly isGone?: (holder: WorkerId) => boolean;
  /** A lease that was watched and not renewed: it is taken if it is still the same one, whatever the clock says. */
  readonly unrenewed?: LeaseInfo;
}

export const isUnrenewed = (lease: LeaseInfo, watched: LeaseInfo | undefined): boolean =>
  watched !== undefined && lease.epoch === watched.epoch && lease.expiresAt === watched.expiresAt;
