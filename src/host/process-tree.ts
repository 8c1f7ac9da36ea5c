import type { ProcessRow } from './process-table.ts';

/** Everything a started program left running: children, their children, daemons that tried to get away. */
export interface ProcessTree {
  /** Random text in the environment of the first process, inherited by all that follow. */
  readonly mark: string;
  /** The first process, when it could still be seen after its start. */
  readonly root: { readonly pid: number; readonly startTime: string; readonly startOrder: number } | null;
  /** Members seen so far, by pid, with their start time; grows as the tree is looked at. */
  readonly seen: Map<number, string>;
}

/** The environment variable that carries the mark. */
export const MARK_VARIABLE = 'ASSAY_TREE';

/**
 * The members of a tree among these rows, zombies left out. A member carries the mark, or has a member as parent, or
 * is in the session or group that a member (perhaps gone by now) opened. So a daemon escapes only when it has left its
 * parent, its session *and* its environment before anyone looked; a sandbox with its own pid namespace catches that.
 */
export function membersOf(tree: ProcessTree, rows: readonly ProcessRow[], self = process.pid): ProcessRow[] {
  const oldest = tree.root?.startOrder ?? 0;
  const candidates = rows.filter((row) => row.startOrder >= oldest && row.pid !== self && row.pid > 1);
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const members = new Set<ProcessRow>();

  /** Was this id a member's pid, and does no stranger have the pid now? */
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
