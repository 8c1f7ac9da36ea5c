import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { rootOf } from '../toolchain-mounts.ts';

/** A Python environment has links to the Python it was created with, which must be mounted too. */
export async function layerInterpreterOf(venv: string): Promise<Mount[]> {
  const real = await realpath(join(venv, 'bin/python')).catch(() => null);
  if (real === null || /^\/(?:usr|bin|lib\w*)\//.test(real) || real.startsWith(`${venv}/`)) return [];
  const root = rootOf(real, homedir());
  return [{ from: root, at: root }];
}
