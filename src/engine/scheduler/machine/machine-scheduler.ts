import type { Clock } from '#contracts/clock.ts';
import type { SessionId } from '#contracts/ids.ts';
import type { Scheduler, SchedulerLimits } from '#contracts/scheduling.ts';
import { FairScheduler } from '../scheduler.ts';
import type { MachineQueue } from './machine-queue.ts';

/** The slots in which agents work. */
export const AGENTS = 'agents';

/** Calls of a provider's models, by all agents of the machine. */
export const schedulerCallsOf = (provider: string): string => `calls:${provider}`;

/**
 * A process's scheduler: agents get the machine's slots, which they hold for minutes and which cost money; code gets
 * this process's own, thousands of times a second.
 */
export function machineScheduler(queue: MachineQueue, clock: Clock, limits: Partial<SchedulerLimits> = {}): Scheduler {
  const local = new FairScheduler({ clock, limits });
  /** Sessions whose agents were turned away: they wait for the machine, not for this process. */
  const turnedAway = new Set<SessionId>();
  return {
    request(work, granted) {
      const { agentOf, ...rest } = work;
      if (agentOf === undefined) return local.request(work, granted);
      const ticket = queue.request(AGENTS, { ...rest, run: agentOf }, granted);
      if (ticket === 'full') turnedAway.add(work.session);
      return ticket;
    },
    metrics: () => local.metrics(),
    onRoom(session, callback) {
      if (turnedAway.delete(session)) queue.onRoom(callback);
      else local.onRoom(session, callback);
    },
    setLimits: (change) => local.setLimits(change),
  };
}
