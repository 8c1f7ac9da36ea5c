import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { gitBytes } from '../git/git.ts';
import type { RawFile } from '../git/raw-diff.ts';
import { filtersOf, surveyTree } from '../git/survey.ts';
import type { Vault } from '../vault/vault.ts';

/** A file that belongs to LFS or another filter would be stored unfiltered, which no other checkout understands. */
export async function refuseFiltered(
  { git, gitDir }: Vault,
  tree: TreeHash,
  changed: readonly RawFile[],
  privateFolder: string,
): Promise<void> {
  const written = changed.filter(({ kind }) => kind !== null);
  const indexFile = join(privateFolder, 'index.attributes');
  const env = { GIT_INDEX_FILE: indexFile };
  try {
    await gitBytes(git, { args: ['read-tree', tree], gitDir, env });
    const stdin = Buffer.concat(written.flatMap(({ bytes }) => [bytes, Buffer.of(0)]));
    const args = ['check-attr', '-z', '--cached', '--stdin', 'filter'];
    const [first] = filtersOf(await gitBytes(git, { args, gitDir, env, stdin }));
    if (!first) return;
    throw new AssayError(
      'UNCOMMITTABLE',
      `${first.path} passes through the filter ${first.filter}, which workspaces do not run.`,
      {
        next: 'Leave that file as it is; change it in your own checkout.',
      },
    );
  } finally {
    await rm(indexFile, { force: true });
  }
}

/** In a project without filters a new one is a trap at worst, and at best a checkout that cannot be made here. */
export async function refuseNewFilters(vault: Vault, tree: TreeHash, privateFolder: string): Promise<void> {
  const indexFile = join(privateFolder, 'index.attributes');
  try {
    const [first] = (await surveyTree(vault, tree, indexFile)).filtered;
    if (!first) return;
    throw new AssayError('UNCOMMITTABLE', `.gitattributes now puts ${first.path} under the filter ${first.filter}.`, {
      next: 'Leave filters out of .gitattributes; a person can add them in their own checkout.',
    });
  } finally {
    await rm(indexFile, { force: true });
  }
}
