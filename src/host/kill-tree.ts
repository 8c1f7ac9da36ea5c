import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessRow, readProcessTable } from './process-table.ts';
import { membersOf, type ProcessTree } from './process-tree.ts';

/**
 * After SIGKILL a process stays only while the kernel holds it (a dead network disk), so waiting longer does not help.
 */
const KILL_PATIENCE_MS = 10_000;

/** The processes of the tree that are running now. */
export const findTree = (tree: ProcessTree): ProcessRow[] => membersOf(tree, readProcessTable());

/**
 * Ends every process of the tree: sends SIGTERM, waits for the grace period, then kills, and looks again until none is
 * left. Returns how many could not be ended. The waits are in real time whatever clock the caller has: processes are
 * real.
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

/** Groups first: that reaches a whole group at once, including a child forked between the listing and the signal. */
function signalAll(members: readonly ProcessRow[], signal: NodeJS.Signals): void {
  // A group lies within one session, and the tree's root opened its own: a member's group holds no strangers.
  for (const group of new Set(members.map((member) => member.group))) if (group > 1) send(-group, signal);
  for (const { pid } of members) {
    // A stopped process does not see SIGTERM until it is continued.
    if (signal === 'SIGTERM') send(pid, 'SIGCONT');
    else send(pid, signal);
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It has ended meanwhile, or belongs to another user (setuid): the next listing tells.
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
