import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import { errnoOf, reasonOf } from './file-error.ts';
import { findOnPath } from './find-system.ts';
import { readProcess } from './process-table.ts';
import { MARK_VARIABLE, type ProcessTree } from './process-tree.ts';
import type { Exit, ProcessRequest } from './process-types.ts';

export type Started =
  | { readonly ok: true; readonly child: ChildProcess; readonly tree: ProcessTree; readonly exited: Promise<Exit> }
  | { readonly ok: false; readonly error: ErrorInfo };

/** Starts a program in a session of its own, marked so that all its descendants can be found. */
export async function startProcess(request: ProcessRequest): Promise<Started> {
  const mark = randomBytes(16).toString('hex');
  try {
    const child = spawn(request.program, request.args ?? [], {
      cwd: request.cwd,
      env: { ...request.env, [MARK_VARIABLE]: withOuterMarks(mark) },
      detached: true,
      stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const failed = new Promise<Error>((resolve) => child.on('error', resolve));
    if (child.pid === undefined) throw await failed;
    const exited = exitOf(child);
    child.stdin?.on('error', () => undefined); // it may end without having read its input
    child.stdin?.end(request.stdin);
    // Read before we yield: until then the kernel keeps the entry even of a child that has ended.
    return { ok: true, child, exited, tree: { mark, root: readProcess(child.pid), seen: new Map() } };
  } catch (error) {
    return { ok: false, error: unstartable(request, error) };
  }
}

/** Marks add up: processes started by a marked process (Assay under Assay) are found by the outer tree as well. */
const withOuterMarks = (mark: string): string => [process.env[MARK_VARIABLE], mark].filter(Boolean).join(':');

/** The end of the first process; others may still hold its output open. */
const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { exitCode: code ?? 1, signal } : { exitCode: null, signal });
    });
  });

function unstartable({ program, cwd, env }: ProcessRequest, thrown: unknown): ErrorInfo {
  // The system reports ENOENT for a missing program and for a missing folder alike.
  if (!isFolder(cwd)) {
    return new AssayError('PROCESS_UNSTARTABLE', `Cannot start ${program}: the folder ${cwd} does not exist.`, {
      next: 'Start it in an existing folder.',
    }).toInfo();
  }
  // … and EACCES for a missing program when a folder of the PATH cannot be read.
  const missing = errnoOf(thrown) === 'ENOENT' || (!program.includes('/') && findOnPath(program, env) === null);
  const reason = missing ? `the program was not found (${errnoOf(thrown)})` : reasonOf(thrown);
  return new AssayError('PROCESS_UNSTARTABLE', `Cannot start ${program}: ${reason}.`, {
    next: missing
      ? `Install ${program}, or correct its name or the PATH it is looked for on.`
      : `Check that ${program} is an executable file and its arguments are sound.`,
  }).toInfo();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
