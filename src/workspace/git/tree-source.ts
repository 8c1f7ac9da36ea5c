import type { TreeHash } from '#contracts/ids.ts';
import type { Sha } from '#contracts/workspace.ts';
import { makeFolder } from '#host/make-folder.ts';
import { gitBytes } from './git.ts';
import { fillTree } from './snapshot.ts';
import { listTree } from './survey.ts';
import type { TreeShell } from './tree-shell.ts';
import type { Vault } from './vault.ts';

/** The files of a commit or tree, without a checkout until one is wanted. */
export interface TreeSource {
  list(): Promise<readonly { readonly path: string; readonly hash: string }[]>;
  read(path: string): Promise<string>;
  writeTo(folder: string): Promise<void>;
}

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
