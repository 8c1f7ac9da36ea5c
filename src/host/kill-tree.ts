import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessRow, readProcessTable } from './process-table.ts';
import { membersOf, type ProcessTree } from './process-tree.ts';

/** After SIGKILL a process only stays when the kernel holds it (a dead network disk); no use to wait for ever. */
const KILL_PATIENCE_MS = 10_000;

/** Those of the tree that run now. */
export const findTree = (tree: ProcessTree): ProcessRow[] => membersOf(tree, readProcessTable());

/**
 * Ends every process of the tree: asks (SIGTERM), waits for the grace, then kills, and looks again until none is left.
 * Returns how many could not be ended. The waits are real time, whatever clock the caller has: processes are real.
 */
export async function killTree(tree: ProcessTree, graceMs: number): Promise<number> {
  if (graceMs > 0) {
    signalAll(findTree(tree), 'SIGTERM');
    await until(() => findTree(tree).length === 0, graceMs);
  }
  let left = findTree(tree);
  await until(() => {
    signalAll(left, 'SIGKILL');
    left = findTree(tree);
    return left.length === 0;
  }, KILL_PATIENCE_MS);
  return left.length;
}

/** Groups first: that reaches all of a group at once, also a child forked between the look and the signal. */
function signalAll(members: readonly ProcessRow[], signal: NodeJS.Signals): void {
  // A group lies within one session, and the tree's root opened its own: no group of a member has strangers in it.
  for (const group of new Set(members.map((member) => member.group))) if (group > 1) send(-group, signal);
  for (const { pid } of members) {
    // A stopped process keeps SIGTERM for later; wake it.
    if (signal === 'SIGTERM') send(pid, 'SIGCONT');
    else send(pid, signal);
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Ended meanwhile, or another user's (setuid): the next look tells which.
  }
}

async function until(done: () => boolean, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pause = 2; !done(); pause = Math.min(pause * 2, 50)) {
    const left = end - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
  }
}
