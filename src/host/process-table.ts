import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** One process as the machine lists it. Pids are reused: compare `startTime` too. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the platform does not say. */
  readonly session: number;
  /** Opaque: equal for the same process only. */
  readonly startTime: string;
  /** Grows with the start; comparable between rows of one machine, in no particular unit. */
  readonly startOrder: number;
  /** False for a zombie: it has ended and only waits to be reaped. */
  readonly running: boolean;
  /** Whether the environment it was started with contains this text. */
  carries(text: string): boolean;
}

/** Every process visible from here. */
export function readProcessTable(): ProcessRow[] {
  if (process.platform === 'linux') return readProc();
  return parsePs(ps(['-axEww', '-o', PS_COLUMNS]));
}

/** One process, or null when there is none with that pid. */
export function readProcess(pid: number): ProcessRow | null {
  if (process.platform === 'linux') return readProcEntry(pid);
  return parsePs(ps(['-Eww', '-o', PS_COLUMNS, '-p', String(pid)]))[0] ?? null;
}

function readProc(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const row = Number.isInteger(pid) ? readProcEntry(pid) : null;
    if (row) rows.push(row);
  }
  return rows;
}

function readProcEntry(pid: number): ProcessRow | null {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'), (text) => environOf(pid).includes(text));
  } catch {
    return null; // it ended between the listing and the reading
  }
}

/** `pid (name) state ppid pgrp session …`; the name may itself hold spaces and parentheses. */
export function parseProcStat(stat: string, carries: (text: string) => boolean): ProcessRow | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const threads = fields[17];
  const ticks = fields[19];
  if (state === undefined || ticks === undefined) return null;
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime: ticks,
    startOrder: Number(ticks),
    // A main thread may end before the others: the state then says zombie although the program still works.
    running: (state !== 'Z' && state !== 'X') || Number(threads) > 1,
    carries,
  };
}

function environOf(pid: number): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return Buffer.alloc(0); // ended, or another user's
  }
}

const PS_COLUMNS = 'pid=,ppid=,pgid=,stat=,lstart=,command=';

function ps(args: readonly string[]): string {
  // Dates are parsed below: the machine's language must not change them.
  const result = spawnSync('ps', args, {
    encoding: 'utf8',
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
    maxBuffer: 2 ** 26,
  });
  return result.stdout ?? '';
}

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s?(.*)$/;

/** macOS has no /proc; `ps -E` shows the environment after the command. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split('\n')) {
    const [, pid, parent, group, state, started, command] = PS_LINE.exec(line) ?? [];
    if (pid === undefined || state === undefined || started === undefined) continue;
    const startTime = started.replace(/\s+/g, ' ');
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      startTime,
      startOrder: Date.parse(startTime),
      running: !state.startsWith('Z'),
      carries: (wanted) => command?.includes(wanted) ?? false,
    });
  }
  return rows;
}
