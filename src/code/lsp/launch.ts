import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { AssayError } from '#contracts/errors.ts';
import { reasonOf } from '#host/file-error.ts';
import { killTree } from '#host/kill-tree.ts';
import { readProcess } from '#host/process-table.ts';
import { MARK_VARIABLE, type ProcessTree } from '#host/process-tree.ts';

export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited that is not in here. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program that runs until it is told to end. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** How it ended, in words. Settles when its first process ends. */
  readonly exited: Promise<string>;
  /** Ends it and all it started. */
  end(): Promise<void>;
}

/** Starts a server; a sandbox is another way to do it. Rejects with PROCESS_UNSTARTABLE. */
export type LaunchServer = (command: ServerCommand) => Promise<ServerProcess>;

const GRACE_MS = 500;

/** On this machine as it is, in a session of its own and marked, so that all that comes from it is found at the end. */
export const launchOnHost: LaunchServer = async ({ program, args, cwd, env }) => {
  const mark = randomBytes(16).toString('hex');
  const marks = [process.env[MARK_VARIABLE], mark].filter(Boolean).join(':');
  const child = start(program, args, { cwd, env: { ...env, [MARK_VARIABLE]: marks } });
  const failed = new Promise<Error>((resolve) => child.on('error', resolve));
  if (child.pid === undefined) throw unstartable(program, await failed);
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
  });
  // Writing to a server that is gone: the exit tells it better.
  child.stdin.on('error', () => undefined);
  const tree: ProcessTree = { mark, root: readProcess(child.pid), seen: new Map() };
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    async end() {
      await killTree(tree, GRACE_MS);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    },
  };
};

function start(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): ChildProcessWithoutNullStreams {
  try {
    return spawn(program, args, { ...options, detached: true, stdio: 'pipe' });
  } catch (error) {
    throw unstartable(program, error);
  }
}

const unstartable = (program: string, cause: unknown): AssayError =>
  new AssayError('PROCESS_UNSTARTABLE', `Cannot start the language server ${program}: ${reasonOf(cause)}.`, {
    next: 'Install it, or correct its path and the folder it is started in.',
    cause,
  });
