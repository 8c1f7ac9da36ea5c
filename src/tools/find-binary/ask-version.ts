import { basename } from 'node:path';
import { runProcess } from '#host/run-process.ts';
import { firstVersion, type Version } from './version.ts';

export type VersionAnswer =
  | { readonly ok: true; readonly version: Version }
  | { readonly ok: false; readonly why: string };

export interface VersionContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
/** A program with this much output is not answering. */
const MAX_TOTAL = 4 * 1024 * 1024;

/** Programs without `--version`, and their alternative. */
const OTHERWISE: ReadonlyMap<string, readonly string[]> = new Map([
  ['go', ['version']],
  ['java', ['-version']],
  ['javac', ['-version']],
  ['ffmpeg', ['-version']],
  ['ffprobe', ['-version']],
  ['kubectl', ['version', '--client']],
  ['helm', ['version', '--short']],
  ['lua', ['-v']],
  ['openssl', ['version']],
  ['ssh', ['-V']],
  ['tmux', ['-V']],
]);

/** Asks the program itself. In the caller's folder, since shims (rustup, asdf, volta) choose the version by it. */
export async function askVersion(path: string, context: VersionContext): Promise<VersionAnswer> {
  const args = OTHERWISE.get(basename(path)) ?? ['--version'];
  const asked = `${basename(path)} ${args.join(' ')}`;
  const result = await runProcess({
    program: path,
    args,
    cwd: context.cwd,
    env: context.env,
    signal: context.signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxSpillBytes: MAX_TOTAL,
    graceMs: 200,
  });
  switch (result.outcome) {
    case 'unstartable':
      return { ok: false, why: `it cannot be started: ${result.error.message}` };
    case 'timed-out':
      return { ok: false, why: `\`${asked}\` did not answer within ${TIMEOUT_MS / 1000} s` };
    case 'aborted':
      return { ok: false, why: `\`${asked}\` was stopped before it answered` };
    case 'too-much-output':
      return { ok: false, why: `\`${asked}\` printed more than ${MAX_TOTAL / 1024 / 1024} MB` };
    case 'signalled':
      return { ok: false, why: `\`${asked}\` was ended by ${result.signal}` };
    case 'exited': {
      if (result.exitCode !== 0) return { ok: false, why: `\`${asked}\` ended with exit code ${result.exitCode}` };
      // Some (java) answer on standard error.
      const version = firstVersion(result.stdout.text) ?? firstVersion(result.stderr.text);
      return version ? { ok: true, version } : { ok: false, why: `\`${asked}\` printed no version` };
    }
  }
}
