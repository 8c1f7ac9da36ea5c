import { randomBytes } from 'node:crypto';
import { constants, cp, mkdir, readdir, rename, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { type CreateWorkspace, Sha, WorkspaceName } from '#contracts/workspace.ts';
import { readJsonIfExists } from '#host/atomic-file.ts';
import { inWords } from '#host/disk-use.ts';
import { errnoOf, writeError } from '#host/file-error.ts';
import { makeFolder } from '#host/make-folder.ts';
import { isFree, lifeOf, Owner, thisProcess } from '#host/owner.ts';
import { exists, removeFolder } from '#host/remove-folder.ts';
import { copyIndex } from '../git/copy-index.ts';
import { gitBytes } from '../git/git.ts';
import { checkoutTop, type GitRepository, readRepository, resolveCommit } from '../git/repository.ts';
import { type Leniency, refuseUnfit } from '../git/survey.ts';
import { dotGitOf, prepareSeed, type Seed } from '../seed/seed.ts';
import { configAt, configInCheckout, setupOf } from '../seed/setup.ts';
import { treeSource } from '../seed/tree-source.ts';
import { privateIn, treeIn } from '../store-folders.ts';
import type { StoreContext } from '../store-options.ts';
import {
  hasCommit,
  importCommit,
  isBase,
  isSeen,
  moveRef,
  openVault,
  repairBase,
  retireRef,
  treeOf,
  type Vault,
  workspaceRef,
} from '../vault/vault.ts';
import { excludeCopied, includeFiles } from './include-files.ts';
import { readRecord, type WorkspaceRecord, writeRecord } from './record.ts';
import { moveTree } from './snapshot.ts';
import { submoduleMounts } from './submodule-mounts.ts';
import { makeVersionFiles } from './version-files.ts';

export interface Made {
  readonly record: WorkspaceRecord;
  readonly vault: Vault;
}

/** Claims the name: of two that ask for it, one gets it. */
export async function claimName(
  context: StoreContext,
  wanted: Pick<CreateWorkspace, 'name' | 'takeOver'>,
): Promise<{ name: WorkspaceName; folder: string }> {
  const parsed = WorkspaceName.safeParse(wanted.name);
  if (!parsed.success)
    throw new AssayError('USAGE', `"${wanted.name}" cannot name a workspace.`, {
      next: 'Use up to 63 lower-case letters, digits, "-", "_" and single dots.',
    });
  const folder = join(context.places.workspaces, parsed.data);
  await makeFolder(context.places.workspaces);
  if (!(await claim(context, folder))) {
    if (!(await isRestOfClaim(folder, wanted.takeOver))) throw await nameTaken(folder, parsed.data);
    await removeFolder(folder, context.places.trash);
    if (!(await claim(context, folder))) throw await nameTaken(folder, parsed.data);
  }
  return { name: parsed.data, folder };
}

/**
 * The folder is created with its owner in it, so a claim whose process died at once can be told from one being filled.
 */
async function claim({ places }: StoreContext, folder: string): Promise<boolean> {
  // Beside them, where a sweep finds it by its owner; no workspace can have such a name.
  const fresh = join(places.workspaces, `.claim-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(join(fresh, 'owner.json'), JSON.stringify(thisProcess()));
    await rename(fresh, folder);
    return true;
  } catch (error) {
    await removeFolder(fresh, places.trash);
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOTEMPTY') return false;
    throw writeError(`the folder ${folder}`, error);
  }
}

/** Begun and never finished, by a process that is gone: it contains no one's work. */
async function isRestOfClaim(folder: string, takeOver?: boolean): Promise<boolean> {
  const record = await readRecord(folder).catch(() => null);
  if (record?.ready) return false;
  const owner = record?.owner ?? (await claimedBy(folder));
  return owner !== null && isFree(owner, takeOver);
}

export const claimedBy = async (folder: string): Promise<Owner | null> =>
  (await readJsonIfExists(join(folder, 'owner.json'), Owner).catch(() => null)) ?? null;

/** Fills a claimed folder. The caller cleans up when this throws. */
export async function fillWorkspace(
  context: StoreContext,
  { name, folder }: { readonly name: WorkspaceName; readonly folder: string },
  wanted: CreateWorkspace,
): Promise<Made> {
  const { git, options, places } = context;
  const { signal } = wanted;
  const repository = await readRepository(git, wanted.repository);
  const vault = await openVault(git, places.vaults, repository);
  const base = await findBase(context, vault, repository, wanted);
  const trusted = await isBase(vault, base);
  const prepared = () => prepareSeed(vault, places.seeds, repository, base, signal);
  // It reads all of the base: if it cannot be read, it is fetched from the person's repository once more.
  const seed = await prepared().catch(async (error: unknown) => {
    const isSick = trusted && toErrorInfo(error).code === 'GIT_FAILED';
    if (!isSick || !(await repairBase(vault, repository, base, signal))) throw error;
    return prepared();
  });
  // An agent's commit does not decide what of the person's is copied into the next workspace.
  const config = wanted.config ?? (await (trusted ? configAt(vault, base) : configInCheckout(context, repository)));
  const setup = setupOf(context, config);
  await refuseUnsuitable(context, seed, setup.allow);

  const draft: WorkspaceRecord = {
    ...{ v: 1, name, base, repository: repository.folder, gitDir: vault.gitDir, seed: seed.key },
    ...{ owner: thisProcess(), createdAt: options.clock.now(), bytes: seed.info.bytes, ready: false },
    ...{
      rawFilters: seed.info.filtered.length > 0,
      submodules: seed.info.submodules,
      mounts: [],
      env: {},
      layers: [],
      notes: notesOn(seed),
    },
  };
  await writeRecord(folder, draft);
  await checkOut(context, folder, seed, signal);
  if (wanted.tree) {
    const place = { tree: treeIn(folder), gitDir: vault.gitDir, privateFolder: privateIn(folder) };
    await moveTree(context.shell, place, await treeOf(vault, base), wanted.tree);
  }
  await startRef(vault, name, base);

  const included = await includeFiles(git, repository, treeIn(folder), {
    limit: context.workspaceBytes,
    patterns: setup.copy,
  });
  const installedIn = await checkoutTop(git, repository);
  const versions = await makeVersionFiles(treeIn(folder), installedIn);
  for (const file of [join(privateIn(folder), 'exclude'), join(treeIn(folder), '.git', 'info', 'exclude')])
    await excludeCopied(file, [...included.copied, ...versions.made]);
  const source = treeSource(vault, context.shell, base);
  const how = { trust: trusted ? 'all' : [], command: setup.install, installedIn, signal } as const;
  const layers = await options.layers?.provide(source, treeIn(folder), how);
  const seen = { allow: setup.allow, top: installedIn, at: treeIn(folder) };
  const modules = await submoduleMounts(seed.info.submodules, seen);
  signal?.throwIfAborted();
  const record: WorkspaceRecord = {
    ...draft,
    ready: true,
    mounts: [...modules.mounts, ...(layers?.mounts ?? [])],
    env: { ...layers?.env },
    layers: [...(layers?.keys ?? [])],
    notes: [...draft.notes, ...modules.notes, ...included.notes, ...versions.notes, ...(layers?.notes ?? [])],
  };
  await writeRecord(folder, record);
  return { record, vault };
}

/**
 * A ref whose folder a person removed by hand is in the way; its commits are kept like those of any closed workspace.
 */
async function startRef(vault: Vault, name: WorkspaceName, base: Sha): Promise<void> {
  try {
    await moveRef(vault, workspaceRef(name), base, '');
  } catch {
    await retireRef(vault, name, base);
    await moveRef(vault, workspaceRef(name), base, '');
  }
}

/** A commit of ours by its hash, else whatever the person's repository calls by that name. */
async function findBase(
  { git }: StoreContext,
  vault: Vault,
  repository: GitRepository,
  { from = 'HEAD', signal }: CreateWorkspace,
): Promise<Sha> {
  const hash = Sha.safeParse(from);
  if (hash.success && (await hasCommit(vault, hash.data)) && !(await isSeen(vault, hash.data))) return hash.data;
  const sha = await resolveCommit(git, repository, from);
  await importCommit(vault, repository, sha, signal);
  return sha;
}

/** The agent's own `.git` is a copy, file by file; ours for the index is taken before any agent has access. */
async function checkOut({ git }: StoreContext, folder: string, seed: Seed, signal?: AbortSignal): Promise<void> {
  const tree = treeIn(folder);
  const gitDir = join(tree, '.git');
  await mkdir(tree);
  await cp(dotGitOf(seed), gitDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await makeFolder(join(gitDir, 'info'));
  await gitBytes(git, {
    args: ['read-tree', '--reset', '-u', 'HEAD'],
    gitDir,
    workTree: tree,
    timeoutMs: 30 * 60_000,
    ...(signal && { signal }),
  });
  await mkdir(privateIn(folder));
  await copyIndex(join(gitDir, 'index'), join(privateIn(folder), 'index'));
  await writeFile(join(privateIn(folder), 'exclude'), '');
}

export async function refuseUnsuitable(
  context: StoreContext,
  { info }: Pick<Seed, 'info'>,
  allow: Leniency,
): Promise<void> {
  const caseCounts = !(await exists(context.places.workspaces.toUpperCase()));
  refuseUnfit(info, allow, caseCounts);
  const { bavail, bsize } = await statfs(context.places.root);
  const free = bavail * bsize;
  const [what, limit] =
    info.bytes > free ? ['free on the disk', free] : ['allowed for a workspace', context.workspaceBytes];
  if (info.bytes > limit)
    throw new AssayError(
      'WORKSPACE_TOO_BIG',
      `The files take ${inWords(info.bytes)}, and ${inWords(limit)} are ${what}.`,
      {
        next: 'Free some space, or raise the limit of workspaces.',
      },
    );
}

function notesOn({ info }: Seed): string[] {
  const notes: string[] = [];
  if (info.filtered.length > 0)
    notes.push(`${info.filtered.length} files are as git stores them; their filters were not run.`);
  return notes;
}

async function nameTaken(folder: string, name: string): Promise<AssayError> {
  const record = await readRecord(folder).catch(() => null);
  const gone = record !== null && lifeOf(record.owner) === 'gone';
  return new AssayError(
    'NAME_TAKEN',
    `There is a workspace ${name} already${gone ? ', left by a process that is gone' : ''}.`,
    {
      next: gone ? 'Open it to continue with it, or sweep to remove it.' : 'Choose another name, or close that one.',
    },
  );
}

export const listFolders = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};
