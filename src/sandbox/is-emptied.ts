import { setTimeout as sleep } from 'node:timers/promises';
import { readProcess } from '#host/process-table.ts';

/** bubblewrap ends when it learns of the program's end; its first process inside ends a moment later. */
const LOOKS = 10;

/**
 * Whether everything in a sandbox has ended. Its first process is the init of its process namespace: the kernel ends
 * all others before it is gone. So checking one process is enough; where its end cannot be seen, the answer is no, and
 * the caller searches the whole machine.
 */
export async function isEmptied(root: () => number | undefined): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const pid = root();
    if (pid === undefined) return false;
    if (!readProcess(pid)?.running) return true;
    await sleep(1);
  }
  return false;
}
