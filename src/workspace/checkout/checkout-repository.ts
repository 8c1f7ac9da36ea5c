import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import { writeCommit } from '../commit/commit.ts';
import { copyIndex } from '../git/copy-index.ts';
import { gitBytes } from '../git/git.ts';
import { UPLOAD_PACK } from '../git/git-env.ts';
import type { GitRepository } from '../git/repository.ts';
import { AGENT_CONFIG, BRANCH } from '../seed/seed.ts';
import type { Vault } from '../vault/vault.ts';
import type { TreePlace } from './snapshot.ts';

/**
 * Makes a repository of a filled checkout: one commit without parents, the objects of its tree and nothing else. Some
 * test suites ask git for the top folder, the version or the list of files. Always the same commit for the same tree.
 */
export async function addRepository(
  vault: Vault,
  { tree: folder, privateFolder }: TreePlace,
  { objectFormat }: GitRepository,
  tree: TreeHash,
): Promise<void> {
  const { git } = vault;
  const gitDir = join(folder, '.git');
  const sha = await writeCommit(vault, { tree, parents: [], message: 'The tree under test\n', at: 0 });
  await gitBytes(git, {
    args: ['init', '--quiet', '--template=', `--object-format=${objectFormat}`, folder],
    cwd: '/',
  });
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--update-head-ok'];
  await gitBytes(git, {
    args: [...fetch, '--upload-pack', UPLOAD_PACK, '--', vault.gitDir, `+${sha}:refs/heads/${BRANCH}`],
    gitDir,
    timeoutMs: 30 * 60_000,
  });
  await gitBytes(git, { args: ['symbolic-ref', 'HEAD', `refs/heads/${BRANCH}`], gitDir });
  for (const [name, value] of AGENT_CONFIG) await gitBytes(git, { args: ['config', name, value], gitDir });
  await copyIndex(join(privateFolder, 'index'), join(gitDir, 'index'));
  await rm(join(gitDir, 'logs'), { recursive: true, force: true }); // it names the source repository
}
