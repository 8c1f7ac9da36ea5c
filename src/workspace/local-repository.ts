import type { AssayConfig } from '#contracts/config.ts';
import type { LayerRequest } from '#contracts/dependencies.ts';
import { AssayError } from '#contracts/errors.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type {
  BranchOutcome,
  CheckoutState,
  CommitInfo,
  TreeEdit,
  TreeFile,
  TreeOddities,
} from '#contracts/repository.ts';
import type {
  Checkout,
  CommitHook,
  CommitHookName,
  Conflict,
  CreateCheckout,
  Diff,
  DiffLimits,
  MergeOutcome,
  Repository,
  Sha,
} from '#contracts/workspace.ts';
import { snapshotOf } from './bring-back/person-snapshot.ts';
import { type BranchWork, branchWork, deleteBranch, fastForward, updateBranch } from './bring-back/update-branch.ts';
import { makeCheckout } from './checkout/make-checkout.ts';
import { odditiesOf } from './checkout/oddities.ts';
import { isAncestor } from './commit/commit.ts';
import { editTree } from './commit/edit-tree.ts';
import { mergeTrees } from './commit/merge.ts';
import { prepareMerge } from './commit/merge-branch.ts';
import { readCommitHook } from './git/commit-hook.ts';
import { diffTrees } from './git/diff.ts';
import { gitBytes } from './git/git.ts';
import { UPLOAD_PACK } from './git/git-env.ts';
import { commitsBetween, ensureObject, listFilesAt, mergeBase, readBlobs, readFileAt, treeAt } from './git/history.ts';
import { type GitRepository, readRepository, resolveCommit } from './git/repository.ts';
import { hostShell } from './git/tree-shell.ts';
import { configInCheckout, setupOf } from './seed/setup.ts';
import { treeSource } from './seed/tree-source.ts';
import type { StoreContext } from './store-options.ts';
import type { Vault } from './vault/vault.ts';

/** A repository on this machine. It has no state of its own: everything is read again. */
export class LocalRepository implements Repository {
  readonly folder: string;
  readonly #context: StoreContext;

  constructor(context: StoreContext, folder: string) {
    this.folder = folder;
    this.#context = context;
  }

  checkout(wanted: CreateCheckout): Promise<Checkout> {
    return makeCheckout(this.#context, this.folder, wanted);
  }

  async expectNear(tree: TreeHash, count: number): Promise<void> {
    this.#context.spares.keep(await this.#holding(tree), tree, count);
  }

  async commitHook(name: CommitHookName = 'pre-commit'): Promise<CommitHook | null> {
    return readCommitHook(this.#context.git, await this.#read(), name);
  }

  async dependencyRequests(
    from: Sha | TreeHash,
    to: Sha | TreeHash,
    config?: AssayConfig,
  ): Promise<readonly LayerRequest[]> {
    const { shell, options } = this.#context;
    const vault = await this.#holding(from, to);
    const known = config ?? (await configInCheckout(this.#context, await this.#read()));
    const { install } = setupOf(this.#context, known);
    const [before, after] = [treeSource(vault, shell, from), treeSource(vault, shell, to)];
    return (await options.layers?.requests(before, after, install)) ?? [];
  }

  async predict(ours: Sha, theirs: Sha): Promise<readonly Conflict[]> {
    const merged = await mergeTrees(await this.#holding(ours, theirs), ours, theirs);
    return merged.clean ? [] : merged.conflicts;
  }

  async deliver(sha: Sha, ref: string): Promise<void> {
    const { git } = this.#context;
    const { vault, repository } = await this.#work();
    const fits = ref.startsWith('refs/assay/') && (await git.run({ args: ['check-ref-format', ref] })).ok;
    if (!fits)
      throw new AssayError('USAGE', `"${ref}" is not one of Assay’s refs.`, {
        next: 'Use a name under refs/assay/.',
      });
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
    await gitBytes(git, {
      args: [...args, '--upload-pack', UPLOAD_PACK, '--', vault.gitDir, `+${sha}:${ref}`],
      gitDir: repository.commonDir,
    });
  }

  async resolve(revision: string): Promise<Sha> {
    return resolveCommit(this.#context.git, await this.#read(), revision);
  }

  async isAncestor(ancestor: Sha, of: Sha): Promise<boolean> {
    return isAncestor(await this.#holding(ancestor, of), ancestor, of);
  }

  async mergeBase(one: Sha, other: Sha): Promise<Sha | null> {
    return mergeBase(await this.#holding(one, other), one, other);
  }

  async commitsBetween(from: Sha, to: Sha): Promise<readonly CommitInfo[]> {
    return commitsBetween(await this.#holding(from, to), from, to);
  }

  async treeOf(sha: Sha): Promise<TreeHash> {
    return treeAt(await this.#holding(sha), sha);
  }

  async readFileAt(at: Sha | TreeHash, path: string): Promise<Uint8Array | null> {
    return readFileAt(await this.#holding(at), at, path);
  }

  async readBlobs(at: Sha | TreeHash, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return readBlobs(await this.#holding(at), hashes);
  }

  async listFilesAt(at: Sha | TreeHash): Promise<readonly TreeFile[]> {
    return listFilesAt(await this.#holding(at), at);
  }

  async diffBetween(from: Sha | TreeHash, to: Sha | TreeHash, limits?: DiffLimits): Promise<Diff> {
    const vault = await this.#holding(from, to);
    return diffTrees(vault, await treeAt(vault, from), await treeAt(vault, to), limits);
  }

  async editTree(tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<TreeHash> {
    return editTree(await this.#holding(tree), hostShell(this.#context.options.path), tree, edits);
  }

  async odditiesOf(at: Sha | TreeHash): Promise<TreeOddities> {
    return odditiesOf(this.#context, await this.#holding(at), at);
  }

  snapshot(): Promise<CheckoutState> {
    return snapshotOf(this.#context, this.folder);
  }

  async updateBranch(branch: string, from: Sha | null, to: Sha): Promise<BranchOutcome> {
    return updateBranch(await this.#work(), branch, from, to);
  }

  async fastForward(branch: string, to: Sha): Promise<BranchOutcome> {
    return fastForward(await this.#work(), branch, to);
  }

  async prepareMerge(onto: Sha, commit: Sha, message: string): Promise<MergeOutcome> {
    return prepareMerge(await this.#work(), onto, commit, message);
  }

  async deleteBranch(branch: string, from: Sha): Promise<BranchOutcome> {
    return deleteBranch(await this.#work(), branch, from);
  }

  #read(): Promise<GitRepository> {
    return readRepository(this.#context.git, this.folder);
  }

  #work(): Promise<BranchWork> {
    return branchWork(this.#context, this.folder);
  }

  /** The vault, once it has these commits. */
  async #holding(...names: (Sha | TreeHash)[]): Promise<Vault> {
    const { vault, repository } = await this.#work();
    for (const name of names) await ensureObject(vault, repository, name);
    return vault;
  }
}
