import type { ErrorInfo } from '#contracts/errors.ts';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { DURABLE, gitEnv, gitOverrides } from './git-env.ts';

/**
 * Runs our git over files that an agent wrote. The git directory, its configuration and the index are ours, so nothing
 * in the files can make git run a program. Where there is a sandbox, git runs in it nevertheless, so that a link
 * swapped in meanwhile leads nowhere.
 */
export interface TreeShell {
  run(request: TreeRequest): Promise<TreeAnswer>;
}

export interface TreeRequest {
  /** One of our constants; variable parts come as arguments and in the environment. */
  readonly script: string;
  readonly args: readonly string[];
  readonly tree: string;
  readonly treeWritable: boolean;
  readonly gitDir: string;
  /** Contains the index and other files of ours. */
  readonly privateFolder: string;
  readonly indexFile: string;
  readonly timeoutMs: number;
  /** Waits for the disk. */
  readonly durable?: boolean;
  /** `name=value`, over ours: settings that decide how the person's own files are read (line ends, modes). */
  readonly config?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export type TreeAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly said: string; readonly error: ErrorInfo };

export function treeShell(path: string, sandbox?: Sandbox): TreeShell {
  return sandbox && sandbox.ability.kind !== 'none' ? sandboxedShell(sandbox) : hostShell(path);
}

/** Without a sandbox: also for the person's own files, which would seem to have another owner in one. */
export function hostShell(path: string): TreeShell {
  return {
    async run(request) {
      const result = await runProcess({
        program: 'sh',
        args: ['-c', request.script, 'assay', ...request.args],
        cwd: request.tree,
        env: { ...gitEnv(path), ...variables(request) },
        timeoutMs: request.timeoutMs,
        signal: request.signal,
        graceMs: 500,
        leavesNothing: true,
      });
      return answer(result, request);
    },
  };
}

function sandboxedShell(sandbox: Sandbox): TreeShell {
  return {
    async run(request) {
      const { PATH: _, ...env } = gitEnv('');
      const result = await sandbox.exec(
        {
          program: 'sh',
          args: ['-c', request.script, 'assay', ...request.args],
          env: { ...env, ...variables(request) },
          timeoutMs: request.timeoutMs,
        },
        policyFor(request),
        request.signal,
      );
      return answer(result, request);
    },
  };
}

function policyFor(request: TreeRequest): SandboxPolicy {
  const tree = { from: request.tree, at: request.tree };
  const ours = [request.gitDir, request.privateFolder].map((folder) => ({ from: folder, at: folder }));
  return {
    writable: request.treeWritable ? [tree, ...ours] : ours,
    readOnly: request.treeWritable ? [] : [tree],
    network: 'none',
    limits: { processes: 64, memoryBytes: 8 * 1024 ** 3, scratchBytes: 64 * 1024 ** 2, outputBytes: 1024 ** 2 },
  };
}

function variables(request: TreeRequest): Record<string, string> {
  const overrides = [
    ...gitOverrides.filter((word) => word !== '-c'),
    ...(request.durable ? DURABLE : []),
    ...(request.config ?? []),
  ];
  const pairs = overrides.flatMap((override, n) => {
    const cut = override.indexOf('=');
    return [
      [`GIT_CONFIG_KEY_${n}`, override.slice(0, cut)],
      [`GIT_CONFIG_VALUE_${n}`, override.slice(cut + 1)],
    ];
  });
  return {
    ...Object.fromEntries(pairs),
    GIT_CONFIG_COUNT: String(overrides.length),
    GIT_DIR: request.gitDir,
    GIT_WORK_TREE: request.tree,
    GIT_INDEX_FILE: request.indexFile,
  };
}

interface Ended {
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly stdout: { readonly text: string };
  readonly stderr: { readonly text: string };
  readonly error?: { readonly message: string } | undefined;
}

function answer(ended: Ended, request: TreeRequest): TreeAnswer {
  if (ended.outcome === 'exited' && ended.exitCode === 0) return { ok: true, text: ended.stdout.text.trim() };
  const said = (ended.stderr.text.trim() || ended.error?.message || '').slice(-600);
  if (ended.outcome === 'aborted')
    return { ok: false, said, error: { code: 'NODE_ABORTED', message: 'Reading the files was cancelled.' } };
  const how = ended.outcome === 'exited' ? `exit ${ended.exitCode}` : ended.outcome;
  const message = `git could not work on the files of ${request.tree} (${how})${said === '' ? '' : `: ${said}`}`;
  return { ok: false, said, error: { message, ...blame(ended.outcome, said) } };
}

/** The author of the files can change them; only a person can fix the disk, or a git that does not run. */
function blame(outcome: string, said: string): Pick<ErrorInfo, 'code' | 'next'> {
  if (/No space left|Disk quota/i.test(said))
    return { code: 'DISK_FULL', next: 'Free some space on that disk, then try again.' };
  if (outcome === 'unstartable' || outcome === 'signalled' || OURS.test(said))
    return { code: 'GIT_FAILED', next: 'See whether git runs here and may write to its own folder, then try again.' };
  if (outcome === 'timed-out')
    return {
      code: 'UNCOMMITTABLE',
      next: 'Look for something in the files that cannot be read to its end (a pipe, a device, an endless folder).',
    };
  return { code: 'UNCOMMITTABLE', next: 'Correct what git names in the files, then try again.' };
}

/** git's errors about its own folder, which no agent can reach. */
const OURS =
  /Read-only file system|Input\/output error|unable to (create|write)|insufficient permission for adding|index file|bad object/i;
