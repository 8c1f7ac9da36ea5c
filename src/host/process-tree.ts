import type { ProcessRow } from './process-table.ts';

/** Everything a started program left running: children, their children, daemons that tried to escape. */
export interface ProcessTree {
  /** Random text in the environment of the first process, inherited by all descendants. */
  readonly mark: string;
  /** The first process, if it could still be seen after its start. */
  readonly root: { readonly pid: number; readonly startTime: string; readonly startOrder: number } | null;
  /** Members seen so far, by pid, with their start time; grows with each listing. */
  readonly seen: Map<number, string>;
}

/** The environment variable that carries the mark. */
export const MARK_VARIABLE = 'ASSAY_TREE';

/**
 * The members of a tree among these rows, without zombies. A member carries the mark, has a member as its parent, or is
 * in the session or group that a member (perhaps gone by now) opened. So a daemon escapes only if it left its parent,
 * its session *and* its environment before anyone looked; a sandbox with its own pid namespace catches that.
 */
export function membersOf(tree: ProcessTree, rows: readonly ProcessRow[], self = process.pid): ProcessRow[] {
  const oldest = tree.root?.startOrder ?? 0;
  const candidates = rows.filter((row) => row.startOrder >= oldest && row.pid !== self && row.pid > 1);
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const members = new Set<ProcessRow>();

  /** Whether this id was a member's pid and has not been reused by a stranger. */
  const isOurs = (id: number): boolean => {
    const startTime = tree.seen.get(id);
    const holder = byPid.get(id);
    return startTime !== undefined && (holder === undefined || holder.startTime === startTime);
  };
  const belongs = (row: ProcessRow): boolean =>
    tree.seen.get(row.pid) === row.startTime ||
    isLive(byPid.get(row.parent), members) ||
    isOurs(row.group) ||
    isOurs(row.session) ||
    row.carries(tree.mark);

  if (tree.root && !tree.seen.has(tree.root.pid)) tree.seen.set(tree.root.pid, tree.root.startTime);
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const row of candidates) {
      if (members.has(row) || !belongs(row)) continue;
      members.add(row);
      tree.seen.set(row.pid, row.startTime);
    }
  }
  return [...members].filter((row) => row.running);
}

const isLive = (row: ProcessRow | undefined, members: ReadonlySet<ProcessRow>): boolean =>
  row !== undefined && members.has(row);
