import { SessionId } from '#contracts/ids.ts';
import type { Lane, SchedulerLimits, Ticket, WorkRequest } from '#contracts/scheduling.ts';
import { type ManualClock, manualClock } from '#host/clock.ts';
import { FairScheduler } from '../scheduler.ts';

export const session = (name: string): SessionId => SessionId.parse(name);

export function work(name: string, lane: Lane = 'normal', type = 'agent'): WorkRequest {
  return { session: session(name), lane, type };
}

/** A scheduler on a manual clock, whose grants are recorded by label and released on demand. */
export interface SchedulerFixture {
  readonly scheduler: FairScheduler;
  readonly clock: ManualClock;
  readonly errors: unknown[];
  /** Labels in the order in which they were granted. */
  readonly granted: string[];
  ask(label: string, request: WorkRequest): Ticket | 'full';
  release(label: string): void;
  /** Releases the oldest running one, as often as given; returns the labels granted meanwhile. */
  turnOver(times?: number): string[];
}

export function schedulerFixture(limits: Partial<SchedulerLimits> = {}): SchedulerFixture {
  const clock = manualClock();
  const errors: unknown[] = [];
  const scheduler = new FairScheduler({ clock, limits, onError: (error) => errors.push(error) });
  const granted: string[] = [];
  const running = new Map<string, () => void>();

  const release = (label: string): void => {
    const give = running.get(label);
    if (!give) throw new Error(`${label} is not running`);
    running.delete(label);
    give();
  };

  return {
    scheduler,
    clock,
    errors,
    granted,
    release,
    ask: (label, request) =>
      scheduler.request(request, (give) => {
        granted.push(label);
        running.set(label, give);
      }),
    turnOver(times = 1) {
      const before = granted.length;
      for (let turn = 0; turn < times; turn += 1) {
        const [oldest] = running.keys();
        if (oldest === undefined) break;
        release(oldest);
      }
      return granted.slice(before);
    },
  };
}
