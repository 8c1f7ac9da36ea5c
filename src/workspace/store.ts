import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type {
  CreateWorkspace,
  DecideCommand,
  DiskUse,
  OpenWorkspace,
  Repository,
  SweepOptions,
  SweepReport,
  Workspace,
  WorkspaceStore,
} from '#contracts/workspace.ts';
import { diskUse, tooBig } from '#host/disk-use.ts';
import { makeFolder } from '#host/make-folder.ts';
import { isFree, isSame, thisProcess } from '#host/owner.ts';
import { removeFolder } from '#host/remove-folder.ts';
import { claimName, fillWorkspace, listFolders } from './checkout/create-workspace.ts';
import { readRecord, type WorkspaceRecord, writeRecord } from './checkout/record.ts';
import { spareFolders } from './checkout/spare-folders.ts';
import { sweepStore } from './checkout/sweep.ts';
import { batchingGit } from './git/batching-git.ts';
import { hardenedGit } from './git/git.ts';
import { type RememberingGit, rememberingGit } from './git/remembering-git.ts';
import { treeShell } from './git/tree-shell.ts';
import { LocalRepository } from './local-repository.ts';
import { placesIn } from './store-folders.ts';
import type { StoreContext, StoreOptions } from './store-options.ts';
import { retireRef } from './vault/vault.ts';
import { LocalWorkspace } from './workspace.ts';

const WORKSPACE_BYTES = 4 * 1024 ** 3;
const TOTAL_BYTES = 50 * 1024 ** 3;
/** Measuring everything takes a while; between two measurements new sizes are added up. */
const MEASURE_MS = 60_000;

/** Workspaces in a folder of this machine. */
export class LocalWorkspaceStore implements WorkspaceStore {
  readonly #git: RememberingGit;
  readonly #context: StoreContext;
  #measured: { readonly at: number; bytes: number } | null = null;

  constructor(options: StoreOptions) {
    this.#git = rememberingGit(batchingGit(hardenedGit({ path: options.path }), options.path));
    const places = placesIn(options.root);
    const shell = treeShell(options.path, options.sandbox);
    this.#context = {
      ...{ options, git: this.#git, shell, places },
      spares: spareFolders(places, shell),
      workspaceBytes: options.workspaceBytes ?? WORKSPACE_BYTES,
      totalBytes: options.totalBytes ?? TOTAL_BYTES,
    };
  }

  repository(folder: string): Repository {
    return new LocalRepository(this.#context, folder);
  }

  close(): Promise<void> {
    return this.#context.spares.close();
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
        next: 'Create it; if leftovers have the name, sweep first.',
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

  #workspace(folder: string, record: WorkspaceRecord, decide?: DecideCommand): Workspace {
    const close = (): Promise<void> => this.#remove(folder, record.name);
    return new LocalWorkspace(this.#context, folder, record, { close, ...(decide && { decide }) });
  }

  #record(name: string): Promise<WorkspaceRecord | null> {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return Promise.resolve(null);
    return readRecord(join(this.#context.places.workspaces, name));
  }

  async #remove(folder: string, name: string): Promise<void> {
    const record = await this.#record(name);
    if (record && !isSame(record.owner, thisProcess())) return; // another process took it over and has to close it
    if (record) await retireRef({ git: this.#context.git, gitDir: record.gitDir }, name, record.base);
    await removeFolder(folder, this.#context.places.trash);
  }

  async #refuseFull(): Promise<void> {
    const { places, totalBytes, options } = this.#context;
    const now = options.clock.monotonic();
    if (!this.#measured || now - this.#measured.at > MEASURE_MS)
      this.#measured = { at: now, bytes: await diskUse(places.root) };
    if (this.#measured.bytes <= totalBytes) return;
    const { bytes } = this.#measured;
    this.#measured = null; // space may have been freed meanwhile
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
