import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Sha, type TrimHistory } from '#contracts/workspace.ts';
import { diskUse } from '#host/disk-use.ts';
import { listFolders } from '../checkout/create-workspace.ts';
import { readRecord } from '../checkout/record.ts';
import { isAncestor } from '../commit/commit.ts';
import { gitBytes } from '../git/git.ts';
import type { StoreContext } from '../store-options.ts';
import { damagedIn } from './damaged-packs.ts';
import type { Vault } from './vault.ts';

/** Unreferenced objects may be about to be referenced: they are kept for at least so long. */
const FRESH_MS = 60 * 60_000;
const REPACK_MS = 30 * 60_000;

/** Removes what closed workspaces and old reads of repositories left in the vaults. Returns the bytes. */
export async function trimHistory(context: StoreContext, wanted: TrimHistory): Promise<number> {
  const { git, places } = context;
  const before = await diskUse(places.vaults.folder);
  const inUse = await basesInUse(context);
  for (const name of (await listFolders(places.vaults.folder)).filter((each) => each.endsWith('.git')))
    await trimVault({ git, gitDir: join(places.vaults.folder, name) }, wanted, inUse);
  // Our indexes of the person's checkouts may name what is gone now; the next look starts a new one.
  for (const name of await listFolders(places.folders)) await rm(join(places.folders, name, 'index'), { force: true });
  return Math.max(0, before - (await diskUse(places.vaults.folder)));
}

async function basesInUse({ places }: StoreContext): Promise<Set<string>> {
  const bases = new Set<string>();
  for (const name of await listFolders(places.workspaces)) {
    const record = await readRecord(join(places.workspaces, name)).catch(() => null);
    if (record) bases.add(record.base);
  }
  return bases;
}

async function trimVault(vault: Vault, { closedForMs, keep }: TrimHistory, inUse: ReadonlySet<string>): Promise<void> {
  await anchor(vault, keep);
  const closed = await oldRefs(vault, 'closed', closedForMs);
  await dropRefs(
    vault,
    closed.map((sha) => `refs/assay/closed/${sha}`),
  );
  for (const group of ['bases', 'seen']) {
    const unused: string[] = [];
    for (const sha of await oldRefs(vault, group, closedForMs))
      if (!inUse.has(sha) && !(await isBelow(vault, sha, keep))) unused.push(`refs/assay/${group}/${sha}`);
    await dropRefs(vault, unused);
  }
  await rm(damagedIn(vault.gitDir), { recursive: true, force: true });
  const age = `${Math.ceil(Math.max(closedForMs, FRESH_MS) / 1000)}.seconds.ago`;
  const { git, gitDir } = vault;
  const repack = ['repack', '-A', '-d', '-q', `--unpack-unreachable=${age}`];
  await gitBytes(git, { args: repack, gitDir, timeoutMs: REPACK_MS, durable: true });
  await gitBytes(git, { args: ['prune', `--expire=${age}`], gitDir, timeoutMs: REPACK_MS });
}

/** Everything that a run refers to has a ref of its own, for exactly as long. */
async function anchor({ git, gitDir }: Vault, keep: TrimHistory['keep']): Promise<void> {
  const wanted = new Set<string>();
  for (const name of keep) {
    const found = await git.run({ args: ['cat-file', '-e', name], gitDir, answers: [1, 128] });
    if (found.ok && found.exitCode === 0) wanted.add(name);
  }
  const there = await refsIn(gitDir, 'kept');
  const lines = [
    ...[...wanted].map((name) => `update refs/assay/kept/${name} ${name}\n`),
    ...there.filter((name) => !wanted.has(name)).map((name) => `delete refs/assay/kept/${name}\n`),
  ];
  await gitBytes(git, { args: ['update-ref', '--stdin', '--no-deref'], gitDir, stdin: lines.join('') });
}

const refsIn = (gitDir: string, group: string): Promise<string[]> =>
  readdir(join(gitDir, 'refs/assay', group)).catch(() => []);

/** Refs are never packed here, so the time of the file is when it was written: when the workspace was closed. */
async function oldRefs({ gitDir }: Vault, group: string, ageMs: number): Promise<Sha[]> {
  const old: Sha[] = [];
  for (const name of await refsIn(gitDir, group)) {
    const sha = Sha.safeParse(name);
    const found = await stat(join(gitDir, 'refs/assay', group, name)).catch(() => null);
    if (sha.success && found && Date.now() - found.mtimeMs >= ageMs) old.push(sha.data);
  }
  return old;
}

/** A base of a kept commit stays marked as a base: the mark says that the person's own work begins there. */
async function isBelow(vault: Vault, sha: Sha, keep: TrimHistory['keep']): Promise<boolean> {
  for (const name of keep) if (await isAncestor(vault, sha, Sha.parse(name))) return true;
  return false;
}

async function dropRefs({ git, gitDir }: Vault, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const stdin = refs.map((ref) => `delete ${ref}\n`).join('');
  await gitBytes(git, { args: ['update-ref', '--stdin', '--no-deref'], gitDir, stdin });
}
