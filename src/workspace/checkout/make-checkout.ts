import { join } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Checkout, CreateCheckout } from '#contracts/workspace.ts';
import { removeFolder } from '#host/remove-folder.ts';
import { kindIn } from '../git/history.ts';
import { checkoutTop, type GitRepository, readRepository } from '../git/repository.ts';
import { surveyTree } from '../git/survey.ts';
import { configInCheckout, type SeedSetup, setupOf } from '../seed/setup.ts';
import { treeSource } from '../seed/tree-source.ts';
import { privateIn, treeIn } from '../store-folders.ts';
import type { StoreContext } from '../store-options.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import { addRepository } from './checkout-repository.ts';
import { refuseUnsuitable } from './create-workspace.ts';
import { seenPlace } from './seen-place.ts';
import { fillTree, refillTree } from './snapshot.ts';
import { makeCheckoutFolder, newCheckoutFolder } from './spare-folders.ts';
import { submoduleMounts } from './submodule-mounts.ts';
import { makeVersionFiles } from './version-files.ts';

/** The exact files of a tree in a folder of their own, with the dependency layers that its lockfiles need. */
export async function makeCheckout(context: StoreContext, from: string, wanted: CreateCheckout): Promise<Checkout> {
  const { git, places, shell } = context;
  const repository = await readRepository(git, from);
  const vault = await openVault(git, places.vaults, repository);
  const spare = await context.spares.take(vault);
  const folder = spare ?? newCheckoutFolder(places);
  const close = (): Promise<void> => removeFolder(folder, places.trash);
  try {
    const [tree, privateFolder] = [treeIn(folder), privateIn(folder)];
    if (spare === null) await makeCheckoutFolder(folder);
    const fill = spare === null ? fillTree : refillTree;
    // In parallel, since a gate waits: files with a filter are written as git stores them, so filling in a tree that is
    // refused later does no harm. Everything has ended before a folder is removed.
    const parts = [
      fill(shell, { tree, gitDir: vault.gitDir, privateFolder }, wanted.tree, wanted.signal),
      refuseUnknown(vault, from, wanted.tree),
      surveyTree(vault, wanted.tree, join(privateFolder, 'survey.index')),
      readSetup(context, repository, wanted),
    ] as const;
    await Promise.allSettled(parts);
    // Whether the tree is known at all is reported first.
    await parts[1];
    const [, , info, { setup, notes: said }] = await Promise.all(parts);
    await refuseUnsuitable(context, { info }, setup.allow);
    if (wanted.git) await addRepository(vault, { tree, gitDir: vault.gitDir, privateFolder }, repository, wanted.tree);
    // A tree may be an agent's: its new dependencies are installed only where a gate granted them.
    const source = treeSource(vault, shell, wanted.tree);
    const top = await checkoutTop(git, repository);
    const isBare = context.options.sandbox?.ability.kind === 'none';
    const seenAt = isBare ? tree : seenPlace(top, tree);
    const layers = await context.options.layers?.provide(source, seenAt, {
      ...{ trust: wanted.dependencies ? 'all' : (wanted.granted ?? []), command: setup.install, signal: wanted.signal },
      ...{ installedIn: top, refresh: wanted.dependencies === 'refresh', lenient: wanted.dependencies !== undefined },
    });
    const { mounts = [], env = {}, notes = [] } = layers ?? {};
    const modules = await submoduleMounts(info.submodules, { allow: setup.allow, top, at: seenAt });
    const versions = await makeVersionFiles(tree, top);
    return {
      ...{ path: tree, seenAt, tree: wanted.tree, env, close },
      mounts: [...modules.mounts, ...mounts],
      notes: [...said, ...modules.notes, ...notes, ...versions.notes],
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** A broken configuration in the person's checkout does not stop a gate: it counts as empty then. */
async function readSetup(
  context: StoreContext,
  repository: GitRepository,
  { config }: CreateCheckout,
): Promise<{ setup: SeedSetup; notes: string[] }> {
  try {
    return { setup: setupOf(context, config ?? (await configInCheckout(context, repository))), notes: [] };
  } catch (error) {
    return { setup: setupOf(context, undefined), notes: [`No configuration was used: ${toErrorInfo(error).message}`] };
  }
}

async function refuseUnknown(vault: Vault, repository: string, tree: TreeHash): Promise<void> {
  if ((await kindIn(vault, vault.gitDir, tree)) === 'tree') return;
  throw new AssayError('REVISION_UNKNOWN', `No workspace of ${repository} has made the tree ${tree}.`, {
    next: 'Commit in a workspace first, and use the tree of that commit.',
  });
}
