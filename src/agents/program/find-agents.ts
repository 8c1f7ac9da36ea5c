import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { peerVersion } from '../codex/find-codex.ts';
import { AGENT_PROGRAMS } from '../known/known-agents.ts';
import { findPeer } from './import-peer.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** An agent that is installed on this machine. */
export interface FoundAgent {
  readonly title: string;
  /** The value of `--backend` for it; null where it is only part of another one (a program without its package). */
  readonly backend: string | null;
  readonly how: 'package' | 'program';
  readonly path: string;
  readonly version: string | null;
  /** Why it cannot be used as it is. */
  readonly next?: string;
}

/** Which agents are here: packages visible from the given folders or installed globally, and programs on the PATH. */
export async function findAgents(env: Env, from: readonly string[]): Promise<FoundAgent[]> {
  const everywhere = peerFolders(env, from);
  const packages = AGENT_PROGRAMS.flatMap(({ backend, package: its }): FoundAgent[] => {
    const path = its === null ? null : findPeer(its.name, everywhere);
    if (its === null || path === null) return [];
    return [{ title: its.title, backend, how: 'package', path: dirname(path), version: versionIn(path) }];
  });
  const programs = await Promise.all(
    AGENT_PROGRAMS.map(async ({ program, title, backend, package: its }): Promise<FoundAgent[]> => {
      const path = findOnPath(program, env);
      if (path === null) return [];
      const version = await versionOf(path, env);
      if (!its?.isNeeded || packages.some((each) => each.backend === backend))
        return [{ title, backend, how: 'program', path, version }];
      return [{ title, backend: null, how: 'program', path, version, next: `npm install -g ${its.name}` }];
    }),
  );
  return [...packages, ...programs.flat()];
}

/**
 * Where optional packages may be: the given folders, and global installations (a `lib` beside every `bin` of the PATH).
 */
export const peerFolders = ({ PATH = '' }: Env, from: readonly string[]): string[] => [
  ...from,
  ...PATH.split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(dirname(folder), 'lib')),
];

const PATIENCE_MS = 10_000;

/** The version it reports; null where its output does not look like one. */
async function versionOf(program: string, env: Env): Promise<string | null> {
  const request = { program, args: ['--version'], cwd: '/', env: scrubEnv(env), timeoutMs: PATIENCE_MS };
  const result = await runProcess(request).catch(() => null);
  return /\d+\.\d+[\w.+-]*/.exec(result?.stdout.text ?? '')?.[0] ?? null;
}

function versionIn(packageJson: string): string | null {
  try {
    return peerVersion(packageJson);
  } catch {
    return null;
  }
}
