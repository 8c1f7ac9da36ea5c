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
  let listed: ReturnType<typeof listTree> | undefined;
  const list = (): ReturnType<typeof listTree> => (listed ??= listTree(vault, tree));
  return {
    list,
    async read(path) {
      const entry = (await list()).find((each) => each.path === path);
      // By hash: content that another tree has too is not read again.
      const name = entry?.hash ?? `${tree}:${path}`;
      return (await gitBytes(git, { args: ['cat-file', 'blob', name], gitDir })).toString('utf8');
    },
    async writeTo(folder) {
      const privateFolder = `${folder}.private`;
      await makeFolder(folder);
      await makeFolder(privateFolder);
      await fillTree(shell, { tree: folder, gitDir, privateFolder }, tree);
    },
  };
}
