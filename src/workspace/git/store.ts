import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type {
  Checkout,
  Conflict,
  CreateCheckout,
  CreateWorkspace,
  DiskUse,
  Sha,
  SweepOptions,
  SweepReport,
  Workspace,
  WorkspaceStore,
} from '#contracts/workspace.ts';
import { makeFolder } from '#host/make-folder.ts';
import { CODES } from './codes.ts';
import { claimName, fillWorkspace, listFolders } from './create-workspace.ts';
import { diskUse, tooBig } from './disk-use.ts';
import { gitBytes, hardenedGit } from './git.ts';
import { UPLOAD_PACK } from './git-env.ts';
import { makeCheckout } from './make-checkout.ts';
import { mergeTrees } from './merge.ts';
import { isSame, lifeOf, thisProcess } from './owner.ts';
import { placesIn } from './places.ts';
import { readRecord, type WorkspaceRecord, writeRecord } from './record.ts';
import { removeFolder } from './remove-folder.ts';
import { readRepository } from './repository.ts';
import type { StoreContext, StoreOptions } from './store-options.ts';
import { sweepStore } from './sweep.ts';
import { treeShell } from './tree-shell.ts';
import { openVault, retireRef, type Vault } from './vault.ts';
import { LocalWorkspace } from './workspace.ts';

const WORKSPACE_BYTES = 4 * 1024 ** 3;
const TOTAL_BYTES = 50 * 1024 ** 3;
/** Measuring everything takes a while; between two measurements what is created is added up. */
const MEASURE_MS = 60_000;

/** Workspaces in a folder of this machine. */
export class LocalWorkspaceStore implements WorkspaceStore {
  readonly #context: StoreContext;
  #measured: { readonly at: number; bytes: number } | null = null;

  constructor(options: StoreOptions) {
    this.#context = {
      options,
      git: hardenedGit({ path: options.path }),
      shell: treeShell(options.path, options.sandbox),
      places: placesIn(options.root),
      workspaceBytes: options.workspaceBytes ?? WORKSPACE_BYTES,
      totalBytes: options.totalBytes ?? TOTAL_BYTES,
    };
  }

  async create(wanted: CreateWorkspace): Promise<Workspace> {
    await makeFolder(this.#context.places.root);
    await this.#refuseFull();
    const claim = await claimName(this.#context, wanted.name);
    try {
      const { record } = await fillWorkspace(this.#context, claim, wanted);
      if (this.#measured) this.#measured.bytes += record.bytes;
      return this.#workspace(claim.folder, record);
    } catch (error) {
      await this.#remove(claim.folder, claim.name).catch(() => undefined);
      throw wanted.signal?.aborted ? cancelled(claim.name, error) : error;
    }
  }

  async open(name: string): Promise<Workspace> {
    const folder = join(this.#context.places.workspaces, name);
    const record = await this.#record(name);
    if (!record?.ready)
      throw new AssayError(
        CODES.workspaceUnknown,
        `There is no workspace ${name}${record ? ' that was finished' : ''}.`,
        {
          next: 'Create it; when the name is taken by a rest, sweep first.',
        },
      );
    const self = thisProcess();
    if (!isSame(record.owner, self) && lifeOf(record.owner) !== 'gone')
      throw new AssayError(CODES.workspaceHeld, `The workspace ${name} is held by the process ${record.owner.pid}.`, {
        next: 'Wait for that process, or end it.',
      });
    const owned = { ...record, owner: self };
    await writeRecord(folder, owned);
    return this.#workspace(folder, owned);
  }

  checkout(wanted: CreateCheckout): Promise<Checkout> {
    return makeCheckout(this.#context, wanted);
  }

  async predict(repository: string, ours: Sha, theirs: Sha): Promise<readonly Conflict[]> {
    const merged = await mergeTrees(await this.#vault(repository), ours, theirs);
    return merged.clean ? [] : merged.conflicts;
  }

  async deliver(repository: string, sha: Sha, ref: string): Promise<void> {
    const { git } = this.#context;
    const { commonDir } = await readRepository(git, repository);
    const vault = await this.#vault(repository);
    const fits = ref.startsWith('refs/assay/') && (await git.run({ args: ['check-ref-format', ref] })).ok;
    if (!fits)
      throw new AssayError(CODES.nameInvalid, `"${ref}" is not a ref of ours.`, {
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
    return sweepStore(this.#context, options);
  }

  #workspace(folder: string, record: WorkspaceRecord): Workspace {
    return new LocalWorkspace(this.#context, folder, record, () => this.#remove(folder, record.name));
  }

  #record(name: string): Promise<WorkspaceRecord | null> {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return Promise.resolve(null);
    return readRecord(join(this.#context.places.workspaces, name));
  }

  async #remove(folder: string, name: string): Promise<void> {
    const record = await this.#record(name);
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
      'Close workspaces or sweep, or raise the limit.',
    );
  }
}

const cancelled = (name: string, cause: unknown): AssayError =>
  new AssayError(CODES.cancelled, `Creating the workspace ${name} was cancelled; nothing of it is left.`, {
    next: 'Create it again when wanted.',
    cause,
  });
