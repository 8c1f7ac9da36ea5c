export interface ServerLimits {
  /** For the answer to one request. */
  readonly requestMs: number;
  /** For the first answer, while the server reads the project. */
  readonly startMs: number;
  /** For a server that was asked to end. */
  readonly endMs: number;
  /** What it may say between two answers. */
  readonly silentBytes: number;
}

export const LIMITS: ServerLimits = {
  requestMs: 30_000,
  startMs: 60_000,
  endMs: 2_000,
  silentBytes: 128 * 1024 * 1024,
};
