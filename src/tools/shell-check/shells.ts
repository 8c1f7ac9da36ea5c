import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';

export type ShellName = 'sh' | 'dash' | 'bash' | 'zsh';
export type Environment = Readonly<Record<string, string | undefined>>;

export interface KnownShell {
  readonly name: ShellName;
  readonly path: string;
  /** So that no file of the person's is read, and zsh behaves as sh. */
  readonly options: readonly string[];
}

const SHELLS: readonly { name: ShellName; options: readonly string[] }[] = [
  { name: 'sh', options: [] },
  { name: 'dash', options: [] },
  { name: 'bash', options: ['--noprofile', '--norc'] },
  { name: 'zsh', options: ['--emulate', 'sh', '-f'] },
];

const USUAL_PATH = '/usr/local/bin:/usr/bin:/bin';
const SYNTAX_MS = 5_000;
const _RUN_MS = 10_000;
const MOST_BYTES = 64 * 1024;
/** A command that floods its output is ended. */
const _FLOOD_BYTES = 16 * 1024 * 1024;

export function findShells(env: Environment): KnownShell[] {
  const path = { PATH: env.PATH ?? USUAL_PATH };
  return SHELLS.flatMap(({ name, options }) => {
    const found = findOnPath(name, path);
    return found === null ? [] : [{ name, options, path: found }];
  });
}

export interface Syntax {
  readonly accepted: boolean;
  readonly said: string;
}

/** The shell's messages about the text, without running it. */
export async function checkSyntax(
  shell: KnownShell,
  text: string,
  env: Environment,
  signal: AbortSignal,
): Promise<Syntax> {
  const result = await inFolder((cwd) =>
    runProcess({
      program: shell.path,
      args: [...shell.options, '-n', '-c', text],
      cwd,
      env: bareEnvironment(env, cwd),
      timeoutMs: SYNTAX_MS,
      signal,
      maxBytes: MOST_BYTES,
    }),
  );
  const said = result.outcome === 'unstartable' ? result.error.message : result.stderr.text.trim();
  return { accepted: result.outcome === 'exited' && result.exitCode === 0, said };
}

/** BASH_ENV, ENV and the like name files that a shell would run first. */
function bareEnvironment(env: Environment, home: string): Record<string, string> {
  const kept = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TERM'].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), PATH: env.PATH ?? USUAL_PATH, HOME: home, TMPDIR: home };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-shell-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
