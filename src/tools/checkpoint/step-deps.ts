import type { Clock } from '#contracts/clock.ts';
import type { LocalBlobs } from '#host/blob-store.ts';

/** What steps need of the machine. */
export interface CheckpointStepDeps {
  readonly blobs: LocalBlobs;
  readonly clock: Clock;
  /** The environment steps inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Before the first retry; doubles with each, up to a minute. 1 s. */
  readonly retryDelayMs?: number;
  /** A step that says more than this is ended; 1 GiB. */
  readonly maxOutputBytes?: number;
  /** Told of every process that is being waited for, so that nobody leaves before it is dead. */
  readonly track?: (work: Promise<unknown>) => void;
}
