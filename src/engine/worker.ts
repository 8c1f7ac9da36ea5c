import { WorkerId } from '#contracts/ids.ts';
import { isAlive, processStartTime } from '#host/process-identity.ts';
import { LOCAL, processOf } from './drive/driver-id.ts';

/** This process as a driver of runs: its pid and start, so that others on this machine can tell when it is gone. */
export function thisWorker(): WorkerId {
  return WorkerId.parse(`${LOCAL}:${process.pid}:${processStartTime(process.pid) ?? 'unknown'}`);
}

/** Whether a worker, or the process of a driver, is certainly dead. One that cannot be seen from here is not. */
export function isGone(worker: WorkerId): boolean {
  const [, pid, startTime] = /^local:(\d+):(.+)$/.exec(processOf(worker)) ?? [];
  return pid !== undefined && startTime !== undefined && !isAlive(Number(pid), startTime);
}

/**
 * Whether a worker, or the process of a driver, is certainly alive. One that cannot be seen from here is not known to
 * be.
 */
export function isLiving(worker: WorkerId): boolean {
  const [, pid, startTime] = /^local:(\d+):(.+)$/.exec(processOf(worker)) ?? [];
  return pid !== undefined && startTime !== undefined && isAlive(Number(pid), startTime);
}
