import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readProcess } from './process-table.ts';

/** `foreign`: of another machine or container, so it cannot be seen from here whether it is alive. */
export type Life = 'alive' | 'gone' | 'foreign';

/**
 * The start of a process as text, to be stored beside its pid, or null when no such process runs. It names the machine,
 * the boot and the pid namespace too: the same pid in another container or after a reboot is another process.
 */
export function processStartTime(pid: number): string | null {
  const row = readProcess(pid);
  return row?.running ? `${scope()}/${row.startTime}` : null;
}

/** Whether that very process still runs. No process outlives the boot of its machine. */
export function lifeOfProcess(pid: number, startTime: string): Life {
  const [here, there] = [scope(), startTime.slice(0, startTime.lastIndexOf('/'))];
  if (there === here) return processStartTime(pid) === startTime ? 'alive' : 'gone';
  const [machine, boot, namespace] = there.split('/');
  const [ownMachine, ownBoot] = here.split('/');
  const told = boot !== undefined && namespace !== undefined && machine !== NAMELESS;
  return told && machine === ownMachine && boot !== ownBoot ? 'gone' : 'foreign';
}

/**
 * A process that cannot be seen from here counts as alive; a caller that waits for it needs a time limit of its own.
 */
export const isAlive = (pid: number, startTime: string): boolean => lifeOfProcess(pid, startTime) !== 'gone';

/** Without a machine id, boots cannot be told from machines. */
const NAMELESS = 'nameless';

function scope(): string {
  // The start is a date there, so a pid with the date of an earlier boot is no process of this boot.
  if (process.platform !== 'linux') return hostname();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  return `${machineName()}/${boot}/${namespace}`;
}

/** With the host's name, since containers of one image share an id; hashed, since the id is private. */
function machineName(): string {
  const id = readIfThere('/etc/machine-id').trim();
  if (!/^[0-9a-f]{32}$/.test(id)) return NAMELESS;
  return createHash('sha256').update(`assay ${id} ${hostname()}`).digest('hex').slice(0, 16);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
