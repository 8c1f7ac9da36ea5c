import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readProcess } from './process-table.ts';

/**
 * When a process started, as text to be stored beside its pid, or null when no such process runs. It names the boot
 * and the pid namespace too: the same pid in another container or after a reboot is another process.
 */
export function processStartTime(pid: number): string | null {
  const row = readProcess(pid);
  return row?.running ? `${scope()}/${row.startTime}` : null;
}

/**
 * Whether that very process still runs. One that cannot be seen from here (another machine, another container, before
 * a reboot) counts as alive: who waits for it must go by time, not by this.
 */
export function isAlive(pid: number, startTime: string): boolean {
  const cut = startTime.lastIndexOf('/');
  if (startTime.slice(0, cut) !== scope()) return true;
  return processStartTime(pid) === startTime;
}

function scope(): string {
  if (process.platform !== 'linux') return hostname();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  return `${boot}/${namespace}`;
}
