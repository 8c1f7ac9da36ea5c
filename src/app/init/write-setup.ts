import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_PATH } from '#contracts/config.ts';
import { readTextIfExists, writeFileAtomic } from '#host/atomic-file.ts';
import { DRAFT_FILE, EDITED_FILE, STATE_FILE } from '#workflows/gated-pr/effects/view-files.ts';

export const IGNORE_PATH = '.assay/.gitignore';

/** Views of the log that stay out of history. */
const IGNORED = [DRAFT_FILE, EDITED_FILE, STATE_FILE].map((path) => path.replace('.assay/', ''));

/** Writes the configuration and keeps the state files out of git. Gives the paths that were written. */
export async function writeSetup(repository: string, config: Readonly<Record<string, unknown>>): Promise<string[]> {
  await mkdir(join(repository, '.assay'), { recursive: true });
  const ignore = await readTextIfExists(join(repository, IGNORE_PATH));
  const lines = (ignore ?? '').split(/\r?\n/);
  const missing = IGNORED.filter((name) => !lines.includes(name));
  await writeFileAtomic(join(repository, CONFIG_PATH), `${JSON.stringify(config, null, 2)}\n`);
  if (missing.length === 0) return [CONFIG_PATH];
  const before = ignore === null || ignore === '' || ignore.endsWith('\n') ? (ignore ?? '') : `${ignore}\n`;
  await writeFileAtomic(join(repository, IGNORE_PATH), `${before}${missing.join('\n')}\n`);
  return [CONFIG_PATH, IGNORE_PATH];
}
