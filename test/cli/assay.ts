import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, type HeardProgram, hearProgram } from './hear-program.ts';

export const BIN = join(import.meta.dirname, '../../bin/assay');

const SLOW_DRIVER = join(import.meta.dirname, 'slow-driver.ts');

/** As `bin/assay` sets it, but kept between tests: a home of their own would compile everything again each time. */
export const COMPILED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/assay-compiled'),
  ASSAY_SET_COMPILE_CACHE: '1',
};

export type { Ended } from './hear-program.ts';

export interface Started extends HeardProgram {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
}

export interface Home {
  readonly root: string;
  assay(...args: string[]): Promise<Ended>;
  start(...args: string[]): Started;
  /** A process that drives a run which does not end by itself; see `slow-driver.ts`. */
  startSlowRun(): Started;
  /** The one JSON object of `--json`. */
  json(...args: string[]): Promise<unknown>;
}

/** A home of its own, and the real program in it. */
export function tempHome(env: Record<string, string> = {}): Home {
  const root = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return homeAt(root, env);
}

/** The real program with its home in this folder. */
export function homeAt(root: string, env: Record<string, string> = {}): Home {
  const all = { ...env, ASSAY_HOME: env.ASSAY_HOME ?? root };
  const start = (...args: string[]) => startProgram(BIN, args, all);
  return {
    root,
    start,
    startSlowRun: () => startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', SLOW_DRIVER], all),
    assay: (...args) => start(...args).ended,
    json: async (...args) => {
      const { out, err } = await start(...args, '--json').ended;
      const lines = out.trim().split('\n');
      if (lines.length !== 1) throw new Error(`${lines.length} lines on stdout:\n${out}\n${err}`);
      return JSON.parse(out);
    },
  };
}

function startProgram(program: string, args: readonly string[], env: Record<string, string>): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, { env: { PATH, HOME, NO_COLOR: '1', ...COMPILED, ...env }, cwd: tmpdir() });
  return { ...hearProgram(child), pid: child.pid ?? 0, kill: (signal) => void child.kill(signal) };
}
