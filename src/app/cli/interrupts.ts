import { constants } from 'node:os';

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

export interface Interrupts {
  /** The first signal, if any. */
  readonly got: StopSignal | null;
  /** Stops listening. */
  release(): void;
}

/** The first signal asks to stop; the second ends the process at once. */
export function onInterrupt(stop: (signal: StopSignal) => void): Interrupts {
  let got: StopSignal | null = null;
  const hear = (signal: StopSignal): void => {
    if (got !== null) process.exit(exitCodeFor(signal));
    got = signal;
    stop(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, hear);
  return {
    get got() {
      return got;
    },
    release() {
      for (const signal of STOP_SIGNALS) process.off(signal, hear);
    },
  };
}

/** As a shell reports it: 130 for SIGINT, 143 for SIGTERM. */
export const exitCodeFor = (signal: StopSignal): number => 128 + constants.signals[signal];
