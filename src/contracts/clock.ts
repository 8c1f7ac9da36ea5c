/** Time is passed in, so that tests can hold it still and runs can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch; may jump, also backwards. */
  now(): number;
  /** Milliseconds that only ever grow; for measuring durations. */
  monotonic(): number;
  /** Calls back once after `ms`; the returned function cancels. Never keeps the process alive by itself. */
  after(ms: number, callback: () => void): () => void;
}
