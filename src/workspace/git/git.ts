import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import { type ProcessResult, runProcess } from '#host/run-process.ts';
import { DURABLE, gitEnv, gitOverrides } from './git-env.ts';

export interface GitRequest {
  readonly args: readonly string[];
  /** The git directory; always given, never searched for. */
  readonly gitDir?: string;
  readonly workTree?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
  /** Exit codes besides 0 that are answers and not failures. */
  readonly answers?: readonly number[];
  /** Waits for the disk. */
  readonly durable?: boolean;
  /** `cut`: more output than `maxBytes` ends git, and what came before is the answer. */
  readonly overflow?: 'fail' | 'cut';
}

export type GitOutcome =
  | { readonly ok: true; readonly exitCode: number; readonly stdout: Buffer; readonly cut: boolean }
  | { readonly ok: false; readonly kind: 'failed' | 'stopped' | 'unstartable'; readonly error: ErrorInfo };

export interface Git {
  run(request: GitRequest): Promise<GitOutcome>;
}

const TIMEOUT_MS = 120_000;
const durableOverrides = DURABLE.flatMap((override) => ['-c', override]);
const MAX_BYTES = 64 * 1024 ** 2;

/** git on this machine, without the machine's or the person's configuration. Never throws for what git does. */
export function hardenedGit(options: { readonly path: string }): Git {
  const base = gitEnv(options.path);
  return {
    async run(request) {
      const maxBytes = request.maxBytes ?? MAX_BYTES;
      const chunks: Uint8Array[] = [];
      const result = await runProcess({
        program: 'git',
        args: ['--no-pager', ...gitOverrides, ...(request.durable ? durableOverrides : []), ...request.args],
        cwd: request.cwd ?? request.workTree ?? request.gitDir ?? '/',
        env: {
          ...base,
          ...(request.gitDir === undefined ? {} : { GIT_DIR: request.gitDir }),
          ...(request.workTree === undefined ? {} : { GIT_WORK_TREE: request.workTree }),
          ...request.env,
        },
        stdin: request.stdin,
        timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
        signal: request.signal,
        maxSpillBytes: maxBytes,
        // A git that writes into a vault removes its locks and half-written files when it is asked to end.
        graceMs: request.durable ? 10_000 : 500,
        // No hooks, no file system monitor, no maintenance: all of it ends with git.
        leavesNothing: true,
        onChunk: (stream, chunk) => {
          if (stream === 'stdout') chunks.push(chunk);
        },
      });
      return judge(request, result, () => Buffer.concat(chunks));
    },
  };
}

/** The bytes git wrote; a failure is thrown. */
export async function gitBytes(git: Git, request: GitRequest): Promise<Buffer> {
  return must(await git.run(request)).stdout;
}

/** The one line git wrote; a failure is thrown. */
export async function gitLine(git: Git, request: GitRequest): Promise<string> {
  return (await gitBytes(git, request)).toString('utf8').replace(/\n$/, '');
}

export function must(outcome: GitOutcome): Extract<GitOutcome, { ok: true }> {
  if (outcome.ok) return outcome;
  throw gitError(outcome);
}

const KIND_CODES = { failed: 'GIT_FAILED', stopped: 'GIT_FAILED', unstartable: 'BINARY_NOT_FOUND' } as const;

export function gitError({ kind, error }: Extract<GitOutcome, { ok: false }>): AssayError {
  const code = error.code === 'NODE_ABORTED' ? 'NODE_ABORTED' : KIND_CODES[kind];
  return new AssayError(code, error.message, error.next === undefined ? {} : { next: error.next });
}

function judge(request: GitRequest, result: ProcessResult, stdout: () => Buffer): GitOutcome {
  const name = `git ${request.args[0] ?? ''}`;
  const fail = (kind: 'failed' | 'stopped', message: string, next: string, code: string = 'GIT_FAILED') =>
    ({ ok: false, kind, error: { code, message, next } }) as const;
  const cancelled = () => fail('stopped', `${name} was cancelled.`, 'Start it again when wanted.', 'NODE_ABORTED');
  switch (result.outcome) {
    case 'exited': {
      const { exitCode } = result;
      if (exitCode === 0 || request.answers?.includes(exitCode))
        return { ok: true, exitCode, stdout: stdout(), cut: false };
      // When cancelled, git may see its own helper die first, and end with an error about that.
      if (request.signal?.aborted) return cancelled();
      const said = lastWords(result.stderr.text);
      return fail('failed', `${name} failed (exit ${exitCode}): ${said}`, nextFor(said));
    }
    case 'too-much-output':
      if (request.overflow === 'cut') return { ok: true, exitCode: 0, stdout: stdout(), cut: true };
      return fail(
        'stopped',
        `${name} wrote more than ${request.maxBytes ?? MAX_BYTES} bytes.`,
        'Ask for less at once.',
      );
    case 'timed-out':
      return fail(
        'stopped',
        `${name} did not end within ${(request.timeoutMs ?? TIMEOUT_MS) / 1000} s and was ended.`,
        'See whether the disk is slow or another git holds the repository, then try again.',
      );
    case 'aborted':
      return cancelled();
    case 'signalled':
      if (request.signal?.aborted) return cancelled();
      return fail('failed', `${name} was killed by ${result.signal}.`, 'See whether memory ran out, then try again.');
    case 'unstartable':
      return { ok: false, kind: 'unstartable', error: result.error };
  }
}

function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /^(fatal|error):/.test(line));
  const said = (telling.length > 0 ? telling : lines).slice(-3).join(' ').slice(0, 600);
  return said === '' ? 'it said nothing' : said;
}

function nextFor(said: string): string {
  if (/No space left|Disk quota/i.test(said)) return 'Free some space on that disk, then try again.';
  if (/Permission denied|insufficient permission/i.test(said))
    return 'Give your user permission there, then try again.';
  if (/bad object|missing blob|unable to read|promisor|corrupt|not a valid object/i.test(said))
    return 'Run `git fsck` in the repository; in a partial clone, fetch everything with `git fetch --refetch`.';
  return 'Read what git said; run `git fsck` in the repository when it looks damaged.';
}
