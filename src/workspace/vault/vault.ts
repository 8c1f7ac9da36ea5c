import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { makeFolder } from '#host/make-folder.ts';
import { exists, removeFolder } from '#host/remove-folder.ts';
import { type Git, gitBytes, gitError, gitLine } from '../git/git.ts';
import { UPLOAD_PACK } from '../git/git-env.ts';
import { type GitRepository, isPartial, unfit } from '../git/repository.ts';
import { setDamagedAside } from './damaged-packs.ts';
import { clearLocks } from './stale-locks.ts';

/**
 * Our own bare repository for one repository of the person's. It contains the base commits and every commit that Assay
 * makes in a workspace; no agent ever sees it, so it can be trusted.
 */
export interface Vault {
  readonly git: Git;
  readonly gitDir: string;
}

export interface VaultPlace {
  readonly folder: string;
  readonly trash: string;
}

export async function openVault(git: Git, place: VaultPlace, repository: GitRepository): Promise<Vault> {
  const gitDir = join(place.folder, `${repository.key}.git`);
  if (!(await exists(gitDir))) await initVault(git, place, repository, gitDir);
  return { git, gitDir };
}

async function initVault(git: Git, place: VaultPlace, { objectFormat }: GitRepository, gitDir: string): Promise<void> {
  await makeFolder(place.folder);
  const fresh = `${gitDir}.${randomBytes(6).toString('hex')}.tmp`;
  await gitBytes(git, { args: ['init', '--bare', '--quiet', '--template=', `--object-format=${objectFormat}`, fresh] });
  try {
    await rename(fresh, gitDir);
  } catch (error) {
    await removeFolder(fresh, place.trash);
    if (!(await exists(gitDir))) throw error; // else another process was first
  }
}

const baseRef = (sha: Sha): string => `refs/assay/bases/${sha}`;
const seenRef = (sha: Sha): string => `refs/assay/seen/${sha}`;

/** Whether a commit came from the person's own repository, and not from an agent. */
export const isBase = async ({ git, gitDir }: Vault, sha: Sha): Promise<boolean> =>
  (await exists(join(gitDir, baseRef(sha)))) ||
  (await git.run({ args: ['show-ref', '--quiet', '--verify', baseRef(sha)], gitDir })).ok;

export const workspaceRef = (name: string): string => `refs/assay/workspaces/${name}`;

/** Whether a commit was only read: it came from the person's repository, and was never chosen as a base. */
export const isSeen = ({ gitDir }: Vault, sha: Sha): Promise<boolean> => exists(join(gitDir, seenRef(sha)));

/** For reading: implies no trust. Where an agent works in the person's checkout the commit may be the agent's own. */
export async function importSeen(vault: Vault, repository: GitRepository, sha: Sha): Promise<void> {
  const ref = (await isSeen(vault, sha)) ? seenRef(sha) : (await isBase(vault, sha)) ? baseRef(sha) : null;
  if (ref === null) return bring(vault, repository, sha, seenRef(sha));
  if (!(await isReadable(vault, sha))) await bringAgain(vault, repository, sha, ref);
}

/** Copies a commit and its history from the person's repository. Nothing of that repository is run or written. */
export async function importCommit(
  vault: Vault,
  repository: GitRepository,
  sha: Sha,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await exists(join(vault.gitDir, baseRef(sha))))) return bring(vault, repository, sha, baseRef(sha), { signal });
  if (!(await isReadable(vault, sha))) await repairBase(vault, repository, sha, signal);
}

/** A power cut may leave a ref without its object. False when nothing is damaged. */
export const repairBase = (vault: Vault, repository: GitRepository, sha: Sha, signal?: AbortSignal): Promise<boolean> =>
  bringAgain(vault, repository, sha, baseRef(sha), signal);

async function bringAgain(
  vault: Vault,
  repository: GitRepository,
  sha: Sha,
  ref: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const damaged = await setDamagedAside(vault.git, vault.gitDir);
  if (damaged || !(await isReadable(vault, sha))) await bring(vault, repository, sha, ref, { signal, again: true });
  return damaged;
}

interface Bringing {
  readonly signal?: AbortSignal | undefined;
  /** Fetches all of it, whatever the refs here claim to exist. */
  readonly again?: boolean;
}

async function bring(
  vault: Vault,
  repository: GitRepository,
  sha: Sha,
  ref: string,
  { signal, again = false }: Bringing = {},
): Promise<void> {
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--update-shallow',
    ...(again ? ['--refetch'] : []),
    '--upload-pack',
    UPLOAD_PACK,
  ];
  const fetch = () =>
    vault.git.run({
      args: [...args, '--', repository.commonDir, `+${sha}:${ref}`],
      gitDir: vault.gitDir,
      timeoutMs: 30 * 60_000,
      signal,
      durable: true, // a ref that outlived its pack would say that there is nothing to fetch
    });
  const first = await fetch();
  const isLocked = !first.ok && first.kind === 'failed' && (await clearLocks(vault.gitDir, ref, signal));
  const fetched = isLocked ? await fetch() : first;
  if (fetched.ok) return;
  if (fetched.kind === 'failed' && (await isPartial(vault.git, repository)))
    throw unfit(
      `${repository.folder} is a partial clone and lacks objects of ${sha}.`,
      'Fetch everything with `git fetch --refetch --no-filter`, then try again.',
    );
  throw gitError(fetched);
}

/** Not `hasCommit`, which is queried each time: an object that could be read once in this process is trusted. */
async function isReadable({ git, gitDir }: Vault, sha: Sha): Promise<boolean> {
  const found = await git.run({ args: ['cat-file', '-t', sha], gitDir, answers: [1, 128] });
  return found.ok && found.exitCode === 0;
}

export async function hasCommit({ git, gitDir }: Vault, sha: Sha): Promise<boolean> {
  const found = await git.run({ args: ['cat-file', '-e', `${sha}^{commit}`], gitDir, answers: [1, 128] });
  return found.ok && found.exitCode === 0;
}

export async function treeOf({ git, gitDir }: Vault, commit: Sha): Promise<TreeHash> {
  return TreeHash.parse(await gitLine(git, { args: ['rev-parse', '--verify', `${commit}^{tree}`], gitDir }));
}

export async function readRef({ git, gitDir }: Vault, ref: string): Promise<Sha> {
  return Sha.parse(await gitLine(git, { args: ['rev-parse', '--verify', ref], gitDir }));
}

/** Moves a ref only from its expected position: two writers cannot overwrite each other. */
export async function moveRef(
  { git, gitDir }: Vault,
  ref: string,
  to: Sha,
  from: Sha | '',
  durable = false,
): Promise<void> {
  await gitBytes(git, { durable, args: ['update-ref', '--no-deref', ref, to, from || '0'.repeat(to.length)], gitDir });
}

/** The commits of a closed workspace stay: runs name them, and a fork may start from them. */
export async function retireRef({ git, gitDir }: Vault, name: string, base: Sha): Promise<void> {
  const ref = workspaceRef(name);
  const found = await git.run({ args: ['rev-parse', '--verify', '--quiet', ref], gitDir, answers: [1] });
  const sha = Sha.safeParse(found.ok ? found.stdout.toString('latin1').trim() : '');
  if (!sha.success) return;
  const kept = sha.data === base ? '' : `update refs/assay/closed/${sha.data} ${sha.data}\n`;
  await gitBytes(git, { args: ['update-ref', '--stdin', '--no-deref'], gitDir, stdin: `${kept}delete ${ref}\n` });
}
