import type { Backend } from '#contracts/agent.ts';
import { systemClock } from '#host/clock.ts';
import { nativeAttempt } from './attempt.ts';
import { eventStream } from './event-stream.ts';
import type { NativeOptions } from './options.ts';

const AN_HOUR = 3_600;

/** Attempts by a loop of our own: any model, our tools, every use of them subject to permission. */
export function nativeBackend(
  options: Pick<NativeOptions, 'model' | 'simulated'> & Partial<Omit<NativeOptions, 'model' | 'simulated'>>,
): Backend {
  const all: NativeOptions = { clock: systemClock, longest: AN_HOUR, ...options };
  return {
    name: 'native',
    simulated: all.simulated,
    attempt: (task, place, signal) =>
      eventStream((emit, inner) => nativeAttempt(all, task, place, emit, inner), signal),
  };
}
