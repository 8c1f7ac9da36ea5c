import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(import.meta.dirname, '..');

/** True in the file that `node` was started with. (`import.meta.main` needs a newer Node than Assay does.) */
export function isMain(url: string): boolean {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

export interface ToolResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** Stdout and stderr as they came. */
  readonly output: string;
}

/** Runs a program to its end and keeps what it says. */
export function runTool(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<ToolResult> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', failed);
    child.on('close', (code) => done({ code, output }));
  });
}
