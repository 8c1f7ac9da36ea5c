import { spawn } from 'node:child_process';
import { z } from 'zod';

/** What every side of a benchmark prints, on one line. */
export const Measurement = z.object({
  peer: z.string(),
  version: z.string(),
  shape: z.string(),
  form: z.string().optional(),
  nodes: z.number().int().positive(),
  seconds: z.number().positive(),
  nodesPerSecond: z.number().positive(),
  durability: z.string(),
  note: z.string().optional(),
});
export type Measurement = z.infer<typeof Measurement>;

const Skipped = z.object({ peer: z.string(), version: z.string(), skipped: z.string() });

export type ChildOutcome =
  | { readonly kind: 'measured'; readonly line: Measurement }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Runs one side in a process of its own and reads its line. Never throws: a side that fails must not hide the others. */
export async function measureChild(child: ChildCommand): Promise<ChildOutcome> {
  const ended = await runToEnd(child);
  if (ended.timedOut) return { kind: 'failed', why: `no result within ${child.timeoutMs / 1000} s` };
  const value = lastJsonLine(ended.stdout);
  const skip = Skipped.safeParse(value);
  if (skip.success) return { kind: 'skipped', why: skip.data.skipped };
  const line = Measurement.safeParse(value);
  if (line.success && ended.code === 0) return { kind: 'measured', line: line.data };
  const said = ended.stderr.trim().split('\n').slice(-3).join(' ').slice(0, 300);
  return { kind: 'failed', why: `exit ${ended.code}${said === '' ? ', no measurement printed' : `: ${said}`}` };
}

/** Every side once a round, rounds times: what else the machine does then falls on all of them alike. */
export async function interleaved<S, R>(
  rounds: number,
  sides: readonly S[],
  run: (side: S) => Promise<R>,
): Promise<R[][]> {
  const results: R[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, side] of sides.entries()) results[index]?.push(await run(side));
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('median of no values');
  return (upper + lower) / 2;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

function runToEnd({ command, args, cwd, timeoutMs }: ChildCommand): Promise<Ended> {
  return new Promise((resolve) => {
    // Its own process group, so that a time-out also ends what it started (a database server, for one).
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-10_000)));
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) killGroup(child.pid);
    }, timeoutMs);
    // In a group of its own it does not hear Ctrl-C either.
    const onSignal = () => {
      if (child.pid !== undefined) killGroup(child.pid);
      process.exit(130);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    const settle = (code: number | null) => {
      clearTimeout(timer);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      resolve({ code, stdout, stderr, timedOut });
    };
    child.once('error', (error) => {
      stderr += error.message;
      settle(null);
    });
    child.once('close', settle);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ended by itself between the time-out and here
  }
}

function lastJsonLine(stdout: string): unknown {
  for (const line of stdout.trim().split('\n').reverse()) {
    try {
      return JSON.parse(line);
    } catch {
      // a peer's own chatter
    }
  }
  return undefined;
}
