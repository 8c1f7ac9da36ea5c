import type { Clock } from '#contracts/clock.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { LocalBlobs } from './blob-store.ts';
import type { Output } from './bounded-output.ts';

export type StreamName = 'stdout' | 'stderr';

export interface ProcessRequest {
  /** A path, or a name to be found on the PATH of `env`. No shell is involved. */
  readonly program: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: empty input. */
  readonly stdin?: string | Uint8Array | undefined;
  /** Default: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Kept in memory of each stream; default 256 KiB. */
  readonly maxBytes?: number | undefined;
  /** Where longer output is stored in full; without it the middle is lost. */
  readonly blobs?: LocalBlobs | undefined;
  /** A program that prints more than this, both streams together, is killed; default 1 GiB. */
  readonly maxSpillBytes?: number | undefined;
  /** Between SIGTERM and SIGKILL; default 2 s. */
  readonly graceMs?: number | undefined;
  /** Lets processes live that outlast the program. Their later output is not read. */
  readonly leaveDaemons?: boolean | undefined;
  /**
   * The program starts nothing that outlives it, or the caller can tell: skips the search of the process table for
   * leftovers when it has ended.
   */
  readonly leavesNothing?: boolean | (() => Promise<boolean>) | undefined;
  readonly onChunk?: ((stream: StreamName, chunk: Uint8Array) => void) | undefined;
  readonly onLine?: ((stream: StreamName, line: string) => void) | undefined;
  readonly clock?: Clock | undefined;
}

interface Common {
  readonly durationMs: number;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Processes that outlasted a program that ended by itself; killed unless `leaveDaemons`. */
  readonly leftovers: number;
  /** Processes that even SIGKILL did not end. */
  readonly survivors: number;
}

export type Exit =
  | { readonly exitCode: number; readonly signal: null }
  | { readonly exitCode: null; readonly signal: NodeJS.Signals };

/** No exit was seen: it never started, or could not be ended. */
export interface NoExit {
  readonly exitCode: null;
  readonly signal: null;
}
export const NO_EXIT: NoExit = { exitCode: null, signal: null };

/** Why we ended it. */
export type Stop = 'timed-out' | 'aborted' | 'too-much-output';

export type ProcessEnd =
  | { readonly outcome: 'exited'; readonly exitCode: number; readonly signal: null }
  | { readonly outcome: 'signalled'; readonly exitCode: null; readonly signal: NodeJS.Signals }
  | ({ readonly outcome: Stop } & (Exit | NoExit))
  | ({ readonly outcome: 'unstartable'; readonly error: ErrorInfo } & NoExit);

export type ProcessResult = Common & ProcessEnd;
