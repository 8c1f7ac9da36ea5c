import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { tempFolder } from './temp-folder.ts';

/** A mounted file system of 64 KiB, so that a full disk is a real one. Skips the test where it cannot be mounted. */
export function tinyDisk(context: TestContext): string {
  const folder = join(tempFolder(), 'disk');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) context.skip('mounting a small tmpfs needs root on Linux');
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}
