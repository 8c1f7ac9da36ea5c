import type { SchedulingSettings } from '#contracts/config.ts';
import type { SchedulerLimits } from '#contracts/scheduling.ts';
import { DEFAULT_LIMITS } from '#engine/scheduler/limits.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';
import type { Home } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';

/** The person's own caps. A file that cannot be read is told about by the code that needs more of it. */
export const readScheduling = async (home: Pick<Home, 'root'>): Promise<SchedulingSettings> =>
  readPersonConfig(home).then(
    ({ scheduling }) => scheduling ?? {},
    () => ({}),
  );

/** S3 names 20 engineers a session and 500 in all. Of a provider's models 50 are asked at once until it says otherwise. */
const AGENTS_A_SESSION = 20;
const CALLS_AT_ONCE = 50;

/** Pure. The caps of the machine's pools. */
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
