import type { SchedulingSettings } from '#contracts/config.ts';
import type { SchedulerLimits } from '#contracts/scheduling.ts';
import { DEFAULT_LIMITS } from '#engine/scheduler/limits.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';
import type { Home } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';

/** The person's own limits. An unreadable file is reported by code that needs more of it. */
export const readScheduling = async (home: Pick<Home, 'root'>): Promise<SchedulingSettings> =>
  readPersonConfig(home).then(
    ({ scheduling }) => scheduling ?? {},
    () => ({}),
  );

/** S3 names 20 engineers a session and 500 in all. A provider's models get 50 calls at once until it objects. */
const AGENTS_A_SESSION = 20;
const CALLS_AT_ONCE = 50;

/** Pure. The limits of the machine's pools. */
export const limitsOf =
  ({ agents, perSession, perKind, calls }: SchedulingSettings) =>
  (pool: string): SchedulerLimits =>
    pool === AGENTS
      ? {
          ...DEFAULT_LIMITS,
          total: agents ?? DEFAULT_LIMITS.total,
          perSession: perSession ?? AGENTS_A_SESSION,
          perType: perKind ?? {},
        }
      : { ...DEFAULT_LIMITS, total: calls ?? CALLS_AT_ONCE, perSession: Number.POSITIVE_INFINITY };
