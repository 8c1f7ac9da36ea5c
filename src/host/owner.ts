import { z } from 'zod';
import { type Life, lifeOfProcess, processStartTime } from './process-identity.ts';

/** The process that something on disk belongs to. */
export const Owner = z.object({ pid: z.number().int(), startTime: z.string() });
export type Owner = z.infer<typeof Owner>;

export function thisProcess(): Owner {
  return { pid: process.pid, startTime: processStartTime(process.pid) ?? 'unknown/0' };
}

export const isSame = (a: Owner, b: Owner): boolean => a.pid === b.pid && a.startTime === b.startTime;

export const lifeOf = ({ pid, startTime }: Owner): Life => lifeOfProcess(pid, startTime);

/**
 * Whether what the owner held may be taken. `takeOver`: the caller knows that an owner that cannot be seen from here is
 * gone.
 */
export function isFree(owner: Owner, takeOver = false): boolean {
  const life = lifeOf(owner);
  return life === 'gone' || (life === 'foreign' && takeOver);
}
