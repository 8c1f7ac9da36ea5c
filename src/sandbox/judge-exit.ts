import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import type { ExecResult } from '#contracts/exec.ts';
import { firstLine } from '#contracts/text.ts';
import { UNSTARTABLE } from './launch.ts';
import { readStatus } from './status-file.ts';

/** An exit of bubblewrap itself, or of our wrapper, is not an exit of the program. */
export function judgeExit(result: ExecResult, status: string): ExecResult {
  const text = result.stderr.text;
  if (readStatus(status).exitCode === undefined) {
    return { ...result, ...NEVER_RAN, error: failure(`bubblewrap could not make it: ${firstLine(text)}`, SETUP_NEXT) };
  }
  if (result.exitCode !== 127 || !text.startsWith(UNSTARTABLE)) return result;
  const program = firstLine(text).slice(UNSTARTABLE.length);
  return {
    ...result,
    ...NEVER_RAN,
    error: failure(`the program ${program} does not exist inside the sandbox`, PROGRAM_NEXT),
  };
}

const NEVER_RAN = { outcome: 'unstartable', exitCode: null } as const;
const SETUP_NEXT = 'Check that every folder of the policy exists; `assay doctor` tells whether sandboxes work here.';
const PROGRAM_NEXT = 'Give the program to the sandbox as a read-only mount (toolchainMounts), or correct its name.';

const failure = (why: string, next: string): ErrorInfo =>
  new AssayError('PROCESS_UNSTARTABLE', `The sandboxed command did not start: ${why}.`, { next }).toInfo();
