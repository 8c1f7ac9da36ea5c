import { z } from 'zod';
import { isAlive, processStartTime } from '#host/process-identity.ts';

/** The process that something on disk belongs to. */
export const Owner = z.object({ pid: z.number().int(), startTime: z.string() });
export type Owner = z.infer<typeof Owner>;

export function thisProcess(): Owner {
  return { pid: process.pid, startTime: processStartTime(process.pid) ?? 'unknown/0' };
}

export const isSame = (a: Owner, b: Owner): boolean => a.pid === b.pid && a.startTime === b.startTime;

/** `foreign`: of another boot, machine or container, so it cannot be told from here whether it lives. */
export function lifeOf(owner: Owner, self: Owner = thisProcess()): 'alive' | 'gone' | 'foreign' {
  if (scopeOf(owner) !== scopeOf(self)) return 'foreign';
  return isAlive(owner.pid, owner.startTime) ? 'alive' : 'gone';
}

const scopeOf = ({ startTime }: Owner): string => startTime.slice(0, startTime.lastIndexOf('/'));
