import type { Clock } from '#contracts/clock.ts';
import type { LocalBlobs } from '#host/blob-store.ts';

/** The machine as steps need it. */
export interface CheckpointStepDeps {
  readonly blobs: LocalBlobs;
  readonly clock: Clock;
  /** The environment steps inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Before the first retry; doubles with each, up to a minute; default 1 s. */
  readonly retryDelayMs?: number;
  /** A step with more output than this is ended; default 1 GiB. */
  readonly maxOutputBytes?: number;
  /** Called with every process that is waited for, so that the caller does not exit before it is dead. */
  readonly track?: (work: Promise<unknown>) => void;
}
