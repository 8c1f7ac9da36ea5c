import type { Backend } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import type { StepModel } from '#contracts/model.ts';
import { systemClock } from '#host/clock.ts';
import { makeAttempt } from './attempt.ts';
import { eventStream } from './event-stream.ts';

export interface NativeOptions {
  /** The model that a task names as `PROVIDER:NAME`, or the usual one. Throws an AssayError where there is none. */
  readonly model: (ref: string | undefined) => StepModel | Promise<StepModel>;
  readonly simulated: boolean;
  readonly clock: Clock;
  /** The folder in which conversations are kept for later attempts; without it none can be resumed. */
  readonly transcripts?: string;
  /** Tokens that fit in a model's context; 180,000 where it is not said. */
  readonly window?: (ref: string) => number;
  /** Seconds that an attempt without a limit of its own may take. */
  readonly longest: number;
}

const AN_HOUR = 3_600;

/** Attempts by a loop of our own: any model, our tools, every use of them asked for. */
export function nativeBackend(
  options: Pick<NativeOptions, 'model' | 'simulated'> & Partial<Omit<NativeOptions, 'model' | 'simulated'>>,
): Backend {
  const all: NativeOptions = { clock: systemClock, longest: AN_HOUR, ...options };
  return {
    name: 'native',
    simulated: all.simulated,
    attempt: (task, place, signal) => eventStream((emit, inner) => makeAttempt(all, task, place, emit, inner), signal),
  };
}
