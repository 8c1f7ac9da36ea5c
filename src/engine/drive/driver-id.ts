import { randomBytes } from 'node:crypto';
import { WorkerId } from '#contracts/ids.ts';

/**
 * One that drives, or writes to, a run: a lease is its own. A process has many, and none may take what another holds:
 * the window that steers a conversation is not the chat that answers in it.
 */
export const driverId = (worker: WorkerId): WorkerId =>
  WorkerId.parse(`${processOf(worker)}#${randomBytes(4).toString('hex')}`);

/** The worker it belongs to: what can be alive or gone. */
export const processOf = (driver: WorkerId): WorkerId => WorkerId.parse(driver.split('#')[0]);

/** How a process of this machine begins its id; what follows is its pid and its start. */
export const LOCAL = 'local';

/** Short enough to show. */
export const workerName = (worker: WorkerId): string =>
  worker.startsWith(`${LOCAL}:`) ? `process ${worker.split(':')[1]} on this machine` : processOf(worker);
