import { join } from 'node:path';
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
  Conflict,
  CreateCheckout,
  CreateWorkspace,
  DecideCommand,
  Diff,
  DiffLimits,
  DiskUse,
  MergeOutcome,
  OpenWorkspace,
  Sha,
  SweepOptions,
  SweepReport,
  Workspace,
  WorkspaceStore,
} from '#contracts/workspace.ts';
import { diskUse, tooBig } from '#host/disk-use.ts';
import { makeFolder } from '#host/make-folder.ts';
import { isFree, isSame, thisProcess } from '#host/owner.ts';
import { removeFolder } from '#host/remove-folder.ts';
import { snapshotOf } from './bring-back/person-snapshot.ts';
import { branchWork, deleteBranch, fastForward, updateBranch } from './bring-back/update-branch.ts';
import { claimName, fillWorkspace, listFolders } from './checkout/create-workspace.ts';
import { makeCheckout } from './checkout/make-checkout.ts';
import { odditiesOf } from './checkout/oddities.ts';
import { readRecord, type WorkspaceRecord, writeRecord } from './checkout/record.ts';
import { sweepStore } from './checkout/sweep.ts';
import { isAncestor } from './commit/commit.ts';
import { editTree } from './commit/edit-tree.ts';
import { mergeTrees } from './commit/merge.ts';
import { prepareMerge } from './commit/merge-branch.ts';
import { batchingGit } from './git/batching-git.ts';
import { readCommitHook } from './git/commit-hook.ts';
import { diffTrees } from './git/diff.ts';
import { gitBytes, hardenedGit } from './git/git.ts';
import { UPLOAD_PACK } from './git/git-env.ts';
import { commitsBetween, ensureObject, listFilesAt, mergeBase, readBlobs, readFileAt, treeAt } from './git/history.ts';
import { type RememberingGit, rememberingGit } from './git/remembering-git.ts';
import { readRepository, resolveCommit } from './git/repository.ts';
import { treeShell } from './git/tree-shell.ts';
import { configInCheckout, setupOf } from './seed/setup.ts';
import { treeSource } from './seed/tree-source.ts';
import { placesIn } from './store-folders.ts';
import type { StoreContext, StoreOptions } from './store-options.ts';
import { openVault, retireRef, type Vault } from './vault/vault.ts';
import { LocalWorkspace } from './workspace.ts';

const WORKSPACE_BYTES = 4 * 1024 ** 3;
const TOTAL_BYTES = 50 * 1024 ** 3;
/** Measuring everything takes a while; between two measurements what is created is added up. */
const MEASURE_MS = 60_000;

/** Workspaces in a folder of this machine. */
export class LocalWorkspaceStore implements WorkspaceStore {
  readonly #git: RememberingGit;
  readonly #context: StoreContext;
  #measured: { readonly at: number; bytes: number } | null = null;

  constructor(options: StoreOptions) {
    this.#git = rememberingGit(batchingGit(hardenedGit({ path: options.path }), options.path));
    this.#context = {
      options,
      git: this.#git,
      shell: treeShell(options.path, options.sandbox),
      places: placesIn(options.root),
      workspaceBytes: options.workspaceBytes ?? WORKSPACE_BYTES,
      totalBytes: options.totalBytes ?? TOTAL_BYTES,
    };
  }

  async create(wanted: CreateWorkspace): Promise<Workspace> {
    await makeFolder(this.#context.places.root);
    await this.#refuseFull();
    const claim = await claimName(this.#context, wanted);
    try {
      const { record } = await fillWorkspace(this.#context, claim, wanted);
      if (this.#measured) this.#measured.bytes += record.bytes;
      return this.#workspace(claim.folder, record, wanted.decide);
    } catch (error) {
      await this.#remove(claim.folder, claim.name).catch(() => undefined);
      throw wanted.signal?.aborted ? cancelled(claim.name, error) : error;
    }
  }

  async open(name: string, options: OpenWorkspace = {}): Promise<Workspace> {
    const folder = join(this.#context.places.workspaces, name);
    const record = await this.#record(name);
    if (!record?.ready)
      throw new AssayError('WORKSPACE_UNKNOWN', `There is no workspace ${name}${record ? ' that was finished' : ''}.`, {
        next: 'Create it; when the name is taken by a rest, sweep first.',
      });
    const self = thisProcess();
    if (!isSame(record.owner, self) && !isFree(record.owner, options.takeOver))
      throw new AssayError('WORKSPACE_HELD', `The workspace ${name} is held by the process ${record.owner.pid}.`, {
        next: 'Wait for that process, or end it.',
      });
    const owned = { ...record, owner: self };
    await writeRecord(folder, owned);
    return this.#workspace(folder, owned, options.decide);
  }

  checkout(wanted: CreateCheckout): Promise<Checkout> {
    return makeCheckout(this.#context, wanted);
  }

  async commitHook(repository: string): Promise<CommitHook | null> {
    return readCommitHook(this.#context.git, await readRepository(this.#context.git, repository));
  }

  async dependencyRequests(
    repository: string,
    from: Sha | TreeHash,
    to: Sha | TreeHash,
    config?: AssayConfig,
  ): Promise<readonly LayerRequest[]> {
    const { shell, options, git } = this.#context;
    const vault = await this.#holding(repository, from, to);
    const known = config ?? (await configInCheckout(this.#context, await readRepository(git, repository)));
    const { install } = setupOf(this.#context, known);
    const [before, after] = [treeSource(vault, shell, from), treeSource(vault, shell, to)];
    return (await options.layers?.requests(before, after, install)) ?? [];
  }

  async predict(repository: string, ours: Sha, theirs: Sha): Promise<readonly Conflict[]> {
    const merged = await mergeTrees(await this.#holding(repository, ours, theirs), ours, theirs);
    return merged.clean ? [] : merged.conflicts;
  }

  async deliver(repository: string, sha: Sha, ref: string): Promise<void> {
    const { git } = this.#context;
    const { commonDir } = await readRepository(git, repository);
    const vault = await this.#vault(repository);
    const fits = ref.startsWith('refs/assay/') && (await git.run({ args: ['check-ref-format', ref] })).ok;
    if (!fits)
      throw new AssayError('USAGE', `"${ref}" is not a ref of ours.`, {
        next: 'Use a name under refs/assay/.',
      });
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
    await gitBytes(git, {
      args: [...args, '--upload-pack', UPLOAD_PACK, '--', vault.gitDir, `+${sha}:${ref}`],
      gitDir: commonDir,
    });
  }

  async diskUse(): Promise<DiskUse> {
    const { places, totalBytes } = this.#context;
    const workspaces: { name: string; bytes: number }[] = [];
    for (const name of await listFolders(places.workspaces))
      workspaces.push({ name, bytes: await diskUse(join(places.workspaces, name)) });
    const history = await diskUse(places.vaults.folder);
    const caches = (await diskUse(places.seeds.folder)) + (await diskUse(places.layers.folder));
    const total = await diskUse(places.root);
    return { total, limit: totalBytes, workspaces, history, caches };
  }

  sweep(options: SweepOptions = {}): Promise<SweepReport> {
    return sweepStore(this.#context, options).finally(() => this.#git.forget());
  }

  async resolve(repository: string, revision: string): Promise<Sha> {
    const { git } = this.#context;
    return resolveCommit(git, await readRepository(git, repository), revision);
  }

  async isAncestor(repository: string, ancestor: Sha, of: Sha): Promise<boolean> {
    return isAncestor(await this.#holding(repository, ancestor, of), ancestor, of);
  }

  async mergeBase(repository: string, one: Sha, other: Sha): Promise<Sha | null> {
    return mergeBase(await this.#holding(repository, one, other), one, other);
  }

  async commitsBetween(repository: string, from: Sha, to: Sha): Promise<readonly CommitInfo[]> {
    return commitsBetween(await this.#holding(repository, from, to), from, to);
  }

  async treeOf(repository: string, sha: Sha): Promise<TreeHash> {
    return treeAt(await this.#holding(repository, sha), sha);
  }

  async readFileAt(repository: string, at: Sha | TreeHash, path: string): Promise<Uint8Array | null> {
    return readFileAt(await this.#holding(repository, at), at, path);
  }

  async readBlobs(
    repository: string,
    at: Sha | TreeHash,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    return readBlobs(await this.#holding(repository, at), hashes);
  }

  async listFilesAt(repository: string, at: Sha | TreeHash): Promise<readonly TreeFile[]> {
    return listFilesAt(await this.#holding(repository, at), at);
  }

  async diffBetween(repository: string, from: Sha | TreeHash, to: Sha | TreeHash, limits?: DiffLimits): Promise<Diff> {
    const vault = await this.#holding(repository, from, to);
    return diffTrees(vault, await treeAt(vault, from), await treeAt(vault, to), limits);
  }

  async editTree(repository: string, tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<TreeHash> {
    return editTree(await this.#holding(repository, tree), tree, edits);
  }

  async odditiesOf(repository: string, at: Sha | TreeHash): Promise<TreeOddities> {
    return odditiesOf(this.#context, await this.#holding(repository, at), at);
  }

  snapshotOf(folder: string): Promise<CheckoutState> {
    return snapshotOf(this.#context, folder);
  }

  async updateBranch(repository: string, branch: string, from: Sha | null, to: Sha): Promise<BranchOutcome> {
    return updateBranch(await branchWork(this.#context, repository), branch, from, to);
  }

  async fastForward(repository: string, branch: string, to: Sha): Promise<BranchOutcome> {
    return fastForward(await branchWork(this.#context, repository), branch, to);
  }

  async prepareMerge(repository: string, onto: Sha, commit: Sha, message: string): Promise<MergeOutcome> {
    return prepareMerge(await branchWork(this.#context, repository), onto, commit, message);
  }

  async deleteBranch(repository: string, branch: string, from: Sha): Promise<BranchOutcome> {
    return deleteBranch(await branchWork(this.#context, repository), branch, from);
  }

  #workspace(folder: string, record: WorkspaceRecord, decide?: DecideCommand): Workspace {
    const close = (): Promise<void> => this.#remove(folder, record.name);
    return new LocalWorkspace(this.#context, folder, record, { close, ...(decide && { decide }) });
  }

  /** The vault, once it has these. */
  async #holding(folder: string, ...names: (Sha | TreeHash)[]): Promise<Vault> {
    const { vault, repository } = await branchWork(this.#context, folder);
    for (const name of names) await ensureObject(vault, repository, name);
    return vault;
  }

  #record(name: string): Promise<WorkspaceRecord | null> {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return Promise.resolve(null);
    return readRecord(join(this.#context.places.workspaces, name));
  }

  async #remove(folder: string, name: string): Promise<void> {
    const record = await this.#record(name);
    if (record && !isSame(record.owner, thisProcess())) return; // somebody took it over: it is theirs to close
    if (record) await retireRef({ git: this.#context.git, gitDir: record.gitDir }, name, record.base);
    await removeFolder(folder, this.#context.places.trash);
  }

  async #vault(repository: string): Promise<Vault> {
    const { git, places } = this.#context;
    return openVault(git, places.vaults, await readRepository(git, repository));
  }

  async #refuseFull(): Promise<void> {
    const { places, totalBytes, options } = this.#context;
    const now = options.clock.monotonic();
    if (!this.#measured || now - this.#measured.at > MEASURE_MS)
      this.#measured = { at: now, bytes: await diskUse(places.root) };
    if (this.#measured.bytes <= totalBytes) return;
    const { bytes } = this.#measured;
    this.#measured = null; // somebody may make room now
    throw tooBig(
      `Workspaces under ${places.root} take too much`,
      bytes,
      totalBytes,
      'Close workspaces, sweep (caches and old history too), or raise the limit.',
    );
  }
}

const cancelled = (name: string, cause: unknown): AssayError =>
  new AssayError('NODE_ABORTED', `Creating the workspace ${name} was cancelled; nothing of it is left.`, {
    next: 'Create it again when wanted.',
    cause,
  });
