import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface TreeUsage {
  /** Processes and their threads. */
  readonly tasks: number;
  readonly memoryBytes: number;
}

/**
 * What a sandbox uses now, seen from outside through its own process list; null when it is over. `root` is the first
 * process inside, by its pid outside. Stops counting once there are more than `maxTasks`.
 */
export function treeUsage(root: number, maxTasks: number): TreeUsage | null {
  const proc = `/proc/${root}/root/proc`;
  const pids = processesIn(proc);
  if (pids === null) return null;
  // The first process is bubblewrap's own, the second our wrapper.
  const own = pids.filter((pid) => pid !== '1' && pid !== '2');
  if (own.length > maxTasks) return { tasks: own.length, memoryBytes: 0 };
  let tasks = 0;
  let anonymous = 0;
  let shared = 0;
  for (const pid of own) {
    const status = read(`${proc}/${pid}/status`);
    tasks += field(status, 'Threads');
    anonymous += field(status, 'RssAnon') * 1024;
    shared += field(status, 'RssShmem') * 1024;
  }
  return { tasks, memoryBytes: anonymous + shared };
}

/** As `memoryBytes`, with memory that several processes share counted once. Slower: the kernel walks every page. */
export function sharedOnce(root: number): number {
  const proc = `/proc/${root}/root/proc`;
  let total = 0;
  for (const pid of processesIn(proc) ?? []) {
    const rollup = read(`${proc}/${pid}/smaps_rollup`);
    total += (field(rollup, 'Pss_Anon') + field(rollup, 'Pss_Shmem')) * 1024;
  }
  return total;
}

function processesIn(proc: string): string[] | null {
  try {
    // Until bubblewrap has changed its root this is still the machine's own list; only that one contains our process.
    if (lstatSync(`${proc}/self`).isSymbolicLink() && isOurs(`${proc}/self`)) return null;
    return readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return null; // over
  }
}

function isOurs(self: string): boolean {
  try {
    return readlinkSync(self) !== '';
  } catch {
    return false;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // ended meanwhile
  }
}

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
