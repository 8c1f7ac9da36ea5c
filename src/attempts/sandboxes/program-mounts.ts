import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { findOnPath } from '#host/find-system.ts';
import { type MountedToolchain, toolchainMounts } from '#sandbox/toolchain-mounts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a sandbox must mount so that an agent's own program runs in it; null where there is no such program. */
export async function programMounts(program: string, env: Env, cwd: string): Promise<Shown | null> {
  const found = findOnPath(program, env);
  if (found === null) return null;
  const packages = packagesAround(realpathSync(found));
  const { mounts, path } = await toolchainMounts([process.execPath, ...(packages ? [] : [found])], env, cwd);
  const own = packages === null ? { from: realpathSync(found), at: found } : same(packages);
  return { mounts: [...mounts, ...(isShown(own.at, mounts) ? [] : [own])], path };
}

/** For a package that starts its own program. */
export async function packageMounts(packageJson: string, env: Env, cwd: string): Promise<Shown> {
  const { mounts, path } = await toolchainMounts([process.execPath], env, cwd);
  const real = realpathSync(packageJson);
  return { mounts: [...mounts, same(packagesAround(real) ?? dirname(real))], path };
}

/** What to start: for a program that npm installed, the file itself, since its link may be outside of the mounts. */
export function programFor(program: string, env: Env): string {
  const found = findOnPath(program, env);
  const real = found === null ? null : realpathSync(found);
  return real !== null && packagesAround(real) !== null ? real : program;
}

type Shown = Pick<MountedToolchain, 'mounts' | 'path'>;

/** The outermost folder of packages that a file is in: packages need those beside them. */
export function packagesAround(path: string): string | null {
  const at = path.indexOf(`${sep}node_modules${sep}`);
  return at === -1 ? null : `${path.slice(0, at)}${sep}node_modules`;
}

/** A single file is mounted under another name too, for programs that start it by its path. */
const isShown = (path: string, mounts: readonly Mount[]): boolean =>
  /^\/(?:usr|bin|sbin)\//.test(path) || mounts.some(({ at }) => path === at || path.startsWith(`${at}${sep}`));

const same = (path: string): Mount => ({ from: path, at: path });
