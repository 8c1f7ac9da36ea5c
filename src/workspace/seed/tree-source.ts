import type { TreeHash } from '#contracts/ids.ts';
import type { TreeSource } from '#contracts/tree-source.ts';
import type { Sha } from '#contracts/workspace.ts';
import { makeFolder } from '#host/make-folder.ts';
import { fillTree } from '../checkout/snapshot.ts';
import { gitBytes } from '../git/git.ts';
import { listTree } from '../git/survey.ts';
import type { TreeShell } from '../git/tree-shell.ts';
import type { Vault } from '../vault/vault.ts';

export function treeSource(vault: Vault, shell: TreeShell, tree: Sha | TreeHash): TreeSource {
  const { git, gitDir } = vault;
  return {
    async list() {
      return await listTree(vault, tree);
    },
    async read(path) {
      return (await gitBytes(git, { args: ['cat-file', 'blob', `${tree}:${path}`], gitDir })).toString('utf8');
    },
    async writeTo(folder) {
      const privateFolder = `${folder}.private`;
      await makeFolder(folder);
      await makeFolder(privateFolder);
      await fillTree(shell, { tree: folder, gitDir, privateFolder }, tree);
    },
  };
}
