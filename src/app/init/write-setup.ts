import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONFIG_PATH } from '#contracts/config.ts';
import { readTextIfExists, writeFileAtomic } from '#host/atomic-file.ts';
import { DRAFT_FILE, EDITED_FILE, STATE_FILE } from '#workflows/gated-pr/effects/view-files.ts';

export const IGNORE_PATH = '.assay/.gitignore';

/** Views of the log that are not committed. */
const IGNORED = [DRAFT_FILE, EDITED_FILE, STATE_FILE].map((path) => path.replace('.assay/', ''));

/**
 * The files that set a repository up: the configuration, what keeps the state files out of git, a plan where there is
 * none.
 */
export async function setupFiles(
  repository: string,
  config: Readonly<Record<string, unknown>>,
  starter: { readonly path: string; readonly text: string } | null,
): Promise<ReadonlyMap<string, string>> {
  const ignore = (await readTextIfExists(join(repository, IGNORE_PATH))) ?? '';
  const missing = IGNORED.filter((name) => !ignore.split(/\r?\n/).includes(name));
  const before = ignore === '' || ignore.endsWith('\n') ? ignore : `${ignore}\n`;
  return new Map([
    [CONFIG_PATH, `${JSON.stringify(config, null, 2)}\n`],
    ...(missing.length === 0 ? [] : ([[IGNORE_PATH, `${before}${missing.join('\n')}\n`]] as const)),
    ...(starter === null ? [] : ([[starter.path, starter.text]] as const)),
  ]);
}

export async function writeSetup(repository: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFileAtomic(join(repository, path), text);
  }
}
