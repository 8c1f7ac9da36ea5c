import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toErrorInfo } from '#contracts/errors.ts';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { startFolder } from './bubblewrap.ts';
import { unstartable } from './enter-bubblewrap.ts';
import { type PlacedMounts, placedEnv, placeMounts } from './place-mounts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A command as it is started on this machine. */
export interface PlacedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The files of one run: replacements for mounts, and its own folders, which are removed after it. */
export interface PlacedRun {
  readonly policy: SandboxPolicy;
  readonly mounts: PlacedMounts;
  /** The command's private folder. */
  readonly scratch: string;
  /** The folder that is hidden from it. */
  readonly ours: string;
}

export interface InPlaceOptions {
  /** The environment of Assay itself. */
  readonly env: Env;
  /** Holds the checkouts. */
  readonly ours: string;
  /** Wraps the command in the program that isolates it. */
  readonly wrap: (command: PlacedCommand, place: PlacedRun) => Promise<PlacedCommand>;
}

/** Runs commands on a machine that cannot mount: with links where mounts would be, and a scrubbed environment. */
export function execInPlace({ env, ours, wrap }: InPlaceOptions): Sandbox['exec'] {
  return async (command, policy, signal) => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'assay-run-'));
    try {
      const [scratch, own] = [join(folder, 'scratch'), join(folder, 'own')];
      for (const each of [scratch, own]) await mkdir(each);
      const mounts = await placeMounts(policy, { ours, scratch }).catch((thrown: unknown) => toErrorInfo(thrown));
      if ('code' in mounts) return unstartable(mounts);
      await using _ = { [Symbol.asyncDispose]: mounts.remove };
      const named = placedEnv(command.env ?? {}, mounts.places);
      const placed: PlacedCommand = {
        program: command.program,
        args: command.args ?? [],
        cwd: resolve(startFolder(policy), command.cwd ?? '.'),
        env: scrubEnv(env, {
          allow: ['HOME'],
          extra: { ...named, PATH: `${named.PATH ?? ''}:${env.PATH ?? ''}` },
        }),
      };
      const { survivors: __, ...result } = await runProcess({
        ...(await wrap(placed, { policy, mounts, scratch, ours: own })),
        stdin: command.stdin,
        timeoutMs: command.timeoutMs ?? 120_000,
        maxSpillBytes: policy.limits.outputBytes,
        ...(signal ? { signal } : {}),
      });
      return result;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
