import { randomBytes } from 'node:crypto';
import { WorkerId } from '#contracts/ids.ts';

/**
 * Identifies one driver or writer of a run: the holder of a lease. A process has many, and none may take what another
 * holds: a window that steers a conversation is not the chat that answers in it.
 */
export const driverId = (worker: WorkerId): WorkerId =>
  WorkerId.parse(`${processOf(worker)}#${randomBytes(4).toString('hex')}`);

/** The worker it belongs to: the process that can be alive or gone. */
export const processOf = (driver: WorkerId): WorkerId => WorkerId.parse(driver.split('#')[0]);

/** The prefix of ids on this machine; pid and start time follow. */
export const LOCAL = 'local';

/** Short enough to show. */
export const workerName = (worker: WorkerId): string =>
  worker.startsWith(`${LOCAL}:`) ? `process ${worker.split(':')[1]} on this machine` : processOf(worker);
