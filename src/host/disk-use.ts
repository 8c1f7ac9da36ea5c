import { AssayError } from '#contracts/errors.ts';
import { runProcess } from './run-process.ts';

/** The size of a folder on disk, in bytes. Files that vanish meanwhile are ignored. */
export async function diskUse(folder: string): Promise<number> {
  const result = await runProcess({
    program: 'du',
    args: ['-skx', '--', folder],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
    timeoutMs: 120_000,
  });
  const kilobytes = Number.parseInt(result.stdout.text, 10);
  return Number.isNaN(kilobytes) ? 0 : kilobytes * 1024;
}

export function tooBig(what: string, bytes: number, limit: number, next: string): AssayError {
  return new AssayError('WORKSPACE_TOO_BIG', `${what}: ${inWords(bytes)} of at most ${inWords(limit)}.`, { next });
}

export function inWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
