import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An `assay` command that runs, with what it has cost so far. */
export interface MeasuredCommand {
  readonly child: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly cost: { cpuMs: number; megabytes: number };
  stdout(): string;
  stderr(): string;
}

/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10;

/** Starts `assay ARGS` and looks at /proc while it runs: processor time, and the most memory it ever had. */
export function startAssay(root: string, args: readonly string[], cwd: string, home: string): MeasuredCommand {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, ASSAY_HOME: home, NO_COLOR: '1' };
  const child = spawn(join(root, 'bin', 'assay'), args, { cwd, env });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  const cost = { cpuMs: 0, megabytes: 0 };
  const timer = setInterval(() => look(child.pid, cost), 100);
  const ended = new Promise<number | string>((done) => {
    child.on('close', (code, signal) => {
      clearInterval(timer);
      done(code ?? signal ?? 'gone');
    });
  });
  return { child, ended, cost, stdout: () => out.join(''), stderr: () => err.join('') };
}

function look(pid: number | undefined, cost: MeasuredCommand['cost']): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, , , , , , , , , , , user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    cost.cpuMs = Math.max(cost.cpuMs, (user + system) * TICK_MS);
    cost.megabytes = Math.max(cost.megabytes, peak / 1_024);
  } catch {
    // It ended between two looks: what was seen last counts.
  }
}
