import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Checkout, CreateCheckout } from '#contracts/workspace.ts';
import { makeFolder } from '#host/make-folder.ts';
import { CODES } from './codes.ts';
import { refuseUnsuitable } from './create-workspace.ts';
import { thisProcess } from './owner.ts';
import { privateIn, treeIn } from './places.ts';
import { removeFolder } from './remove-folder.ts';
import { readRepository } from './repository.ts';
import { fillTree } from './snapshot.ts';
import type { StoreContext } from './store-options.ts';
import { surveyTree } from './survey.ts';
import { treeSource } from './tree-source.ts';
import { openVault, type Vault } from './vault.ts';

/** The exact files of a tree in a folder of their own, with the layers its lockfiles call for. */
export async function makeCheckout(context: StoreContext, wanted: CreateCheckout): Promise<Checkout> {
  const { git, places, shell } = context;
  const vault = await openVault(git, places.vaults, await readRepository(git, wanted.repository));
  await refuseUnknown(vault, wanted);
  const folder = join(places.checkouts, randomBytes(8).toString('hex'));
  const close = (): Promise<void> => removeFolder(folder, places.trash);
  try {
    const [tree, privateFolder] = [treeIn(folder), privateIn(folder)];
    await makeFolder(folder);
    await writeFile(join(folder, 'owner.json'), JSON.stringify(thisProcess()));
    await makeFolder(tree);
    await makeFolder(privateFolder);
    const info = await surveyTree(vault, wanted.tree, join(privateFolder, 'survey.index'));
    await refuseUnsuitable(context, { info });
    await fillTree(shell, { tree, gitDir: vault.gitDir, privateFolder }, wanted.tree, wanted.signal);
    // A tree may be an agent's: what it newly depends on is not installed here.
    const source = treeSource(vault, shell, wanted.tree);
    const layers = await context.options.layers?.provide(source, tree, false, wanted.signal);
    const { mounts = [], env = {}, notes = [] } = layers ?? {};
    return { path: tree, tree: wanted.tree, mounts, env, notes, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function refuseUnknown({ git, gitDir }: Vault, { tree, repository }: CreateCheckout): Promise<void> {
  const found = await git.run({ args: ['cat-file', '-t', tree], gitDir, answers: [128] });
  if (found.ok && found.stdout.toString('latin1').trim() === 'tree') return;
  throw new AssayError(CODES.revisionUnknown, `No workspace of ${repository} has made the tree ${tree}.`, {
    next: 'Commit in a workspace first, and use the tree of that commit.',
  });
}
