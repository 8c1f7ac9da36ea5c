import { AssayError, type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { Command, type ExecResult } from '#contracts/exec.ts';
import type { SandboxPolicy } from '#contracts/sandbox.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import { NO_OUTPUT } from '#host/bounded-output.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import type { BaseSystem } from './base-system.ts';
import { bubblewrapArgs } from './bubblewrap.ts';
import { checkMounts } from './check-mounts.ts';
import { isEmptied } from './is-emptied.ts';
import { judgeExit } from './judge-exit.ts';
import { FILTER_FD, launch, STATUS_FD } from './launch.ts';
import { type OverLimit, watchLimits } from './limits.ts';
import type { MadeFiles } from './made-files.ts';
import { openWays } from './network-exits.ts';
import { readLeftovers, readStatus } from './status-file.ts';

export interface BubblewrapParts {
  readonly program: string;
  readonly base: BaseSystem;
  readonly made: MadeFiles;
  /** Of Assay itself; scrubbed before any of it is passed in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly blobs?: LocalBlobs | undefined;
}

/** A sandbox prepared for one program. */
export interface SandboxEntry {
  readonly command: ReturnType<typeof Command.parse>;
  /** What to start, and with which arguments and files. */
  readonly start: {
    readonly program: string;
    readonly args: string[];
    readonly cwd: string;
    readonly env: Record<string, string>;
  };
  /** Aborts when a limit is reached, or with the caller's. */
  readonly signal: AbortSignal;
  /** Once bubblewrap has ended: whether all that ran inside has ended as well. */
  isEmpty(): Promise<boolean>;
  /** How the command really ended. */
  judge(result: ExecResult): ExecResult;
  /** Clean-up after the end. */
  leave(): Promise<void>;
}

export type Entering =
  | { readonly ok: true; readonly entry: SandboxEntry }
  | { readonly ok: false; readonly error: ErrorInfo };

/** Checks the request and prepares everything but the start. Rejects only when our own side fails. */
export async function enterBubblewrap(
  parts: BubblewrapParts,
  input: Command,
  policy: SandboxPolicy,
  signal?: AbortSignal,
): Promise<Entering> {
  try {
    checkMounts(policy);
    checkWords(input);
  } catch (error) {
    return { ok: false, error: toErrorInfo(error) };
  }
  const ways = await openWays(policy, parts.env);
  const command = Command.parse({ ...input, env: { ...ways.env, ...input.env } });
  const inside = { ...policy, readOnly: [...policy.readOnly, ...ways.mounts] };
  const { files, remove } = parts.made.forCommand(options(parts, command, inside));
  const watching = watchOver(inside, () => readStatus(files.status).root);
  const line = [...ways.wrapper, command.program, ...command.args];
  const entry: SandboxEntry = {
    command,
    start: {
      ...launch(parts.program, files, policy.limits, line),
      cwd: '/',
      // The environment of bubblewrap's first process is visible inside, so it is empty.
      env: { PATH: '/usr/bin:/bin' },
    },
    signal: signal === undefined ? watching.signal : AbortSignal.any([signal, watching.signal]),
    isEmpty: () => isEmptied(() => readStatus(files.status).root),
    judge(result) {
      const said = { ...result, leftovers: readLeftovers(files.left) };
      const over = watching.over();
      if (over !== undefined) return { ...said, outcome: 'over-limit', limit: over };
      return result.outcome === 'exited' ? judgeExit(said, files.status) : said;
    },
    async leave() {
      watching.release();
      remove();
      await ways.close();
    },
  };
  return { ok: true, entry };
}

export function unstartable(error: ErrorInfo): ExecResult {
  const ended = { exitCode: null, signal: null, durationMs: 0, stdout: NO_OUTPUT, stderr: NO_OUTPUT, leftovers: 0 };
  return { outcome: 'unstartable', error, ...ended };
}

function watchOver(policy: SandboxPolicy, root: () => number | undefined) {
  const stop = new AbortController();
  let over: OverLimit | undefined;
  const release = watchLimits({
    limits: policy.limits,
    writable: policy.writable.map(({ from }) => from),
    root,
    over: (limit) => {
      over = limit;
      stop.abort();
    },
  });
  return { signal: stop.signal, release, over: () => over };
}

function options(parts: BubblewrapParts, command: Command, policy: SandboxPolicy): string[] {
  return bubblewrapArgs({
    policy,
    command,
    base: parts.base,
    made: parts.made.mounts,
    env: harmless(parts.env),
    statusFd: STATUS_FD,
    ...(parts.made.filter === null ? {} : { seccompFd: FILTER_FD }),
  });
}

/** bubblewrap reads its options as NUL-terminated words: a NUL in one of them would begin another. */
function checkWords({ cwd, env }: Pick<Command, 'cwd' | 'env'>): void {
  if (![cwd, ...Object.entries(env ?? {}).flat()].some((word) => word?.includes('\0'))) return;
  const seen = 'The sandboxed command did not start: its folder or environment has a NUL.';
  throw new AssayError('PROCESS_UNSTARTABLE', seen, { next: 'Remove the NUL.' });
}

/** The language, the time zone, the colours; nothing that names places or people outside. */
function harmless(env: BubblewrapParts['env']): Record<string, string> {
  const scrubbed = scrubEnv(env);
  return Object.fromEntries(Object.entries(scrubbed).filter(([name]) => HARMLESS.test(name)));
}
const HARMLESS = /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|LINES|CI|NO_COLOR|FORCE_COLOR|SOURCE_DATE_EPOCH)$/;
