import { describe, expect, it } from 'vitest';
import type { ProcessRow } from './process-table.ts';
import { membersOf, type ProcessTree } from './process-tree.ts';

const SELF = 50;
const row = (pid: number, parent: number, more: Partial<ProcessRow> & { marked?: boolean } = {}): ProcessRow => ({
  pid,
  parent,
  group: pid,
  session: pid,
  startTime: `t${pid}`,
  startOrder: pid,
  running: true,
  carries: (text) => (more.marked ?? false) && text === 'mark',
  ...more,
});
const tree = (): ProcessTree => ({
  mark: 'mark',
  root: { pid: 100, startTime: 't100', startOrder: 100 },
  seen: new Map(),
});
const pids = (rows: readonly ProcessRow[], of = tree()): number[] => membersOf(of, rows, SELF).map(({ pid }) => pid);

describe('membersOf', () => {
  it('takes children and their children, in whatever order they are listed', () => {
    expect(pids([row(103, 102), row(102, 101), row(101, 100), row(100, SELF), row(104, 1)]).sort()).toEqual([
      100, 101, 102, 103,
    ]);
  });

  it('takes a process in the session or group of the root, though its parent is gone', () => {
    expect(pids([row(105, 1, { session: 100 }), row(106, 1, { group: 100 }), row(107, 1)])).toEqual([105, 106]);
  });

  it('takes a process that carries the mark, and its children', () => {
    expect(pids([row(200, 1, { marked: true }), row(201, 200)])).toEqual([200, 201]);
  });

  it('takes a daemon of a session that a member, gone by now, had opened', () => {
    const one = tree();
    expect(pids([row(100, SELF), row(110, 100)], one)).toEqual([100, 110]);
    expect(pids([row(111, 1, { session: 110 })], one)).toEqual([111]);
  });

  it('does not include strangers that got the pid of a member', () => {
    const one = tree();
    pids([row(100, SELF), row(110, 100)], one);
    const strangers = [
      row(110, 1, { startTime: 'later', startOrder: 900 }),
      row(901, 1, { session: 110, startOrder: 901 }),
      row(100, 1, { startTime: 'later', startOrder: 902 }),
      row(903, 100, { session: 100, startOrder: 903 }),
    ];
    expect(pids(strangers, one)).toEqual([]);
  });

  it('never takes itself, the first process, or anything older than the root', () => {
    const rows = [
      row(SELF, 1, { marked: true, startOrder: 300 }),
      row(1, 0, { marked: true, startOrder: 300 }),
      row(99, 1, { marked: true }),
    ];
    expect(pids(rows)).toEqual([]);
  });

  it('leaves zombies out but follows them', () => {
    expect(pids([row(100, SELF, { running: false }), row(101, 100)])).toEqual([101]);
  });
});
