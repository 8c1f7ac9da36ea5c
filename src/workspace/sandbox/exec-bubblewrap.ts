import { AssayError, type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { Command, type ExecResult } from '#contracts/exec.ts';
import type { Mount, Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import { NO_OUTPUT } from '#host/bounded-output.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import type { BaseSystem } from './base-system.ts';
import { bubblewrapArgs } from './bubblewrap.ts';
import { checkMounts } from './check-mounts.ts';
import { FILTER_FD, launch, STATUS_FD, UNSTARTABLE } from './launch.ts';
import { type OverLimit, watchLimits } from './limits.ts';
import type { MadeFiles } from './made-files.ts';
import { readLeftovers, readStatus } from './status-file.ts';
import { openWays } from './ways-out.ts';

export interface BubblewrapParts {
  readonly program: string;
  readonly base: BaseSystem;
  readonly made: MadeFiles;
  /** Of Assay itself; scrubbed before anything of it goes in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly blobs?: LocalBlobs | undefined;
}

/** Runs commands under bubblewrap. Rejects only when our own side fails; a command that fails is a result. */
export function execBubblewrap(parts: BubblewrapParts): Sandbox['exec'] {
  return async (input, policy, signal) => {
    try {
      checkMounts(policy);
      checkWords(input);
    } catch (error) {
      return unstartable(toErrorInfo(error));
    }
    const ways = await openWays(policy);
    try {
      const command = Command.parse({ ...input, env: { ...ways.env, ...input.env } });
      const inside = { ...policy, readOnly: [...policy.readOnly, ...ways.mounts] };
      return await run(parts, command, [...ways.wrapper, command.program, ...command.args], inside, signal);
    } finally {
      await ways.close();
    }
  };
}

export function unstartable(error: ErrorInfo): ExecResult {
  const ended = { exitCode: null, signal: null, durationMs: 0, stdout: NO_OUTPUT, stderr: NO_OUTPUT, leftovers: 0 };
  return { outcome: 'unstartable', error, ...ended };
}

async function run(
  parts: BubblewrapParts,
  command: ReturnType<typeof Command.parse>,
  line: readonly string[],
  policy: SandboxPolicy,
  signal: AbortSignal | undefined,
): Promise<ExecResult> {
  const { files, remove } = parts.made.forCommand(options(parts, command, policy));
  const stop = new AbortController();
  let over: OverLimit | undefined;
  const release = watchLimits({
    limits: policy.limits,
    writable: policy.writable.map(({ from }: Mount) => from),
    root: () => readStatus(files.status).root,
    over: (limit) => {
      over = limit;
      stop.abort();
    },
  });
  try {
    const result = await runProcess({
      ...launch(parts.program, files, policy.limits, line),
      cwd: '/',
      // bubblewrap's first process shows inside the environment it was started with: there is nothing in it.
      env: { PATH: '/usr/bin:/bin' },
      stdin: command.stdin,
      timeoutMs: command.timeoutMs,
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      maxSpillBytes: policy.limits.outputBytes,
      blobs: parts.blobs,
      // Asking first would end bubblewrap, and with it the rest, no later than the kill.
      graceMs: 0,
    });
    const { survivors: _, ...kept } = result;
    const said = { ...kept, leftovers: readLeftovers(files.left) };
    if (over !== undefined) return { ...said, outcome: 'over-limit', limit: over };
    return result.outcome === 'exited' ? judgeExit(said, files.status) : said;
  } finally {
    release();
    remove();
  }
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

/** The options go to bubblewrap as words that end in NUL: a NUL in one of them would begin another. */
function checkWords({ cwd, env }: Pick<Command, 'cwd' | 'env'>): void {
  if (![cwd, ...Object.entries(env ?? {}).flat()].some((word) => word?.includes('\0'))) return;
  throw new AssayError(
    'PROCESS_UNSTARTABLE',
    'The sandboxed command did not start: its folder or environment has a NUL.',
    {
      next: 'Remove the NUL.',
    },
  );
}

/** The language, the zone, the colours; not what names places or people outside. */
function harmless(env: BubblewrapParts['env']): Record<string, string> {
  const scrubbed = scrubEnv(env);
  return Object.fromEntries(Object.entries(scrubbed).filter(([name]) => HARMLESS.test(name)));
}
const HARMLESS = /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|LINES|CI|NO_COLOR|FORCE_COLOR|SOURCE_DATE_EPOCH)$/;

/** An exit of bubblewrap itself, or of our wrapper, is not one of the program. */
function judgeExit(result: ExecResult, status: string): ExecResult {
  const text = result.stderr.text;
  if (readStatus(status).exitCode === undefined) {
    return { ...result, ...NEVER_RAN, error: failure(`bubblewrap could not make it: ${firstLine(text)}`, SETUP_NEXT) };
  }
  if (result.exitCode !== 127 || !text.startsWith(UNSTARTABLE)) return result;
  const program = firstLine(text).slice(UNSTARTABLE.length);
  return { ...result, ...NEVER_RAN, error: failure(`there is no program ${program} inside`, PROGRAM_NEXT) };
}

const NEVER_RAN = { outcome: 'unstartable', exitCode: null } as const;
const SETUP_NEXT = 'Check that every folder of the policy exists; `assay doctor` tells whether sandboxes work here.';
const PROGRAM_NEXT = 'Give the program to the sandbox as a read-only mount (toolchainMounts), or correct its name.';

const failure = (why: string, next: string): ErrorInfo =>
  new AssayError('PROCESS_UNSTARTABLE', `The sandboxed command did not start: ${why}.`, { next }).toInfo();

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
