import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckoutState } from '#contracts/repository.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { PersonGit } from './person-git.ts';

/**
 * Before a reset: what it discards, commits and uncommitted files, stays available under refs/assay/rescued (`git log
 * --all` shows it). Without that nothing is reset.
 */
export async function rescue(git: PersonGit, now: CheckoutState, to: Sha): Promise<void> {
  if (now.head === null || (!now.dirty && now.head === to)) return;
  const kept = now.dirty ? await commitOfFiles(git, now.head) : now.head;
  await git(['update-ref', `refs/assay/rescued/${kept.slice(0, 12)}`, kept]);
}

/** On top of the existing commits, so that one ref keeps both. */
async function commitOfFiles(git: PersonGit, head: Sha): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-rescue-'));
  try {
    const index = { GIT_INDEX_FILE: join(scratch, 'index') };
    await git(['read-tree', head], index);
    await git(['add', '--all'], index);
    const tree = await git(['write-tree'], index);
    return await git(['commit-tree', tree, '-p', head, '-m', 'before assay reset the work']);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
