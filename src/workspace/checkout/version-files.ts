import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlain, writePlain } from '#host/plain-file.ts';
import { versionFiles, versionText } from '#project/toolchain/version-files.ts';

/**
 * Puts the version files of a Python project into a checkout of it, as the person's own install wrote them, or else
 * with a placeholder version: without them the package cannot be imported.
 */
export async function makeVersionFiles(
  tree: string,
  installedIn: string | undefined,
): Promise<{ made: readonly string[]; notes: readonly string[] }> {
  const texts = new Map<string, string>();
  for (const name of ['pyproject.toml', 'setup.py']) texts.set(name, (await textAt(tree, name)) ?? '');
  const made: string[] = [];
  const notes: string[] = [];
  for (const path of versionFiles((name) => texts.get(name) ?? '')) {
    if (await stat(join(tree, path)).catch(() => null)) continue;
    const own = installedIn === undefined ? null : await textAt(installedIn, path);
    const { type } = await writePlain(tree, path, own ?? versionText(path)).catch(() => ({ type: 'refused' }));
    if (type !== 'done') continue;
    made.push(path);
    notes.push(`${path}: ${own === null ? 'made with the version 0.0.0' : 'as the install in the checkout wrote it'}.`);
  }
  return { made, notes };
}

async function textAt(folder: string, path: string): Promise<string | null> {
  const read = await readPlain(folder, path, { most: 1024 ** 2 });
  return read.type === 'text' ? read.text : null;
}
