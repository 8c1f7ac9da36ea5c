import { join } from 'node:path';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { BranchOutcome } from '#contracts/repository.ts';
import { Sha } from '#contracts/workspace.ts';
import { AUTHOR, isAncestor } from '../commit/commit.ts';
import { emptyTree } from '../commit/merge.ts';
import { type Git, gitError, must } from '../git/git.ts';
import { UPLOAD_PACK } from '../git/git-env.ts';
import { ensureObject } from '../git/history.ts';
import { type GitRepository, readRepository } from '../git/repository.ts';
import type { StoreContext } from '../store-options.ts';
import { clearLock } from '../vault/stale-locks.ts';
import { openVault, treeOf, type Vault } from '../vault/vault.ts';
import { type CheckoutLock, lockCheckout } from './checkout-lock.ts';
import type { Obstacle } from './in-the-way.ts';
import { type CheckoutMove, moveCheckout } from './move-checkout.ts';
import { foldersOn, type PersonFolder, readPersonFolder, rebaseOf } from './person-folder.ts';

export interface BranchWork {
  readonly context: StoreContext;
  readonly repository: GitRepository;
  readonly vault: Vault;
}

export async function branchWork(context: StoreContext, folder: string): Promise<BranchWork> {
  const repository = await readRepository(context.git, folder);
  return { context, repository, vault: await openVault(context.git, context.places.vaults, repository) };
}

/**
 * Files first, then the ref: if interrupted in between, the person sees changes that equal the new commit, and
 * repeating it finds them as expected. The lock on the index keeps the person's git out meanwhile.
 */
export async function updateBranch(
  work: BranchWork,
  branch: string,
  from: Sha | null,
  to: Sha,
): Promise<BranchOutcome> {
  const { context, repository, vault } = work;
  const { git } = context;
  const ref = await refOf(git, branch);
  await ensureObject(vault, repository, to);
  const found = await readBranch(git, repository, ref);
  if (found === to) {
    await dropIncoming(git, repository, to);
    return { type: 'unchanged', sha: to };
  }
  if (found !== from) return { type: 'moved', found };
  if (from) await ensureObject(vault, repository, from);
  const rebase = await rebaseOf(repository, ref);
  if (rebase !== null) return stopped(repository.folder, branch, REBASE);

  await bringObjects(work, to);
  const held: Held[] = [];
  try {
    const stop = await moveAll(work, { ref, branch, from, to }, held);
    if (stop) return stop;
    const gitDir = held[0]?.move.folder.gitDir ?? repository.commonDir;
    if (await swapRef(git, gitDir, ref, from, to)) {
      await dropIncoming(git, repository, to);
      return { type: 'updated', sha: to };
    }
    await undo(context, held);
    return { type: 'moved', found: await readBranch(git, repository, ref) };
  } finally {
    for (const { lock } of held) await lock.release();
  }
}

export async function fastForward(work: BranchWork, branch: string, to: Sha): Promise<BranchOutcome> {
  const { context, repository, vault } = work;
  const found = await readBranch(context.git, repository, await refOf(context.git, branch));
  if (found === null) return { type: 'moved', found };
  for (const sha of [found, to]) await ensureObject(vault, repository, sha);
  if (!(await isAncestor(vault, found, to))) return { type: 'not-fast-forward', found };
  return updateBranch(work, branch, found, to);
}

export async function deleteBranch(work: BranchWork, branch: string, from: Sha): Promise<BranchOutcome> {
  const { context, repository } = work;
  const ref = await refOf(context.git, branch);
  const found = await readBranch(context.git, repository, ref);
  if (found === null) return { type: 'unchanged', sha: from };
  if (found !== from) return { type: 'moved', found };
  if ((await rebaseOf(repository, ref)) !== null) return stopped(repository.folder, branch, REBASE);
  const [folder] = await foldersOn(context.git, repository, ref);
  if (folder !== undefined) return stopped(folder, branch, CHECKED_OUT);
  const args = ['update-ref', '--no-deref', '-d', ref, from];
  const gone = await context.git.run({ args, gitDir: repository.commonDir, env: AUTHOR });
  if (gone.ok) return { type: 'updated', sha: from };
  const now = await readBranch(context.git, repository, ref);
  if (now === from) throw gitError(gone);
  return now === null ? { type: 'unchanged', sha: from } : { type: 'moved', found: now };
}

interface Held {
  readonly lock: CheckoutLock;
  readonly move: CheckoutMove;
}

interface Step {
  readonly ref: string;
  readonly branch: string;
  readonly from: Sha | null;
  readonly to: Sha;
}

/** Moves every checkout that has the branch; what stops one undoes the others. */
async function moveAll(
  { context, repository, vault }: BranchWork,
  step: Step,
  held: Held[],
): Promise<BranchOutcome | null> {
  const trees = {
    from: step.from ? await treeOf(vault, step.from) : await emptyTree(vault),
    to: await treeOf(vault, step.to),
  };
  for (const path of await foldersOn(context.git, repository, step.ref)) {
    const folder = await readPersonFolder(context.git, repository, path);
    const lock = await lockCheckout(folder.gitDir);
    const move = lock && { vault, folder, lock, ...trees };
    const obstacle = move ? await tryMove(context, move, step, held) : LOCKED;
    if (!obstacle) continue;
    await undo(context, held);
    return obstacle === 'moved'
      ? { type: 'moved', found: await readBranch(context.git, repository, step.ref) }
      : stopped(folder.top, step.branch, obstacle);
  }
  return null;
}

async function tryMove(
  context: StoreContext,
  move: CheckoutMove,
  step: Step,
  held: Held[],
): Promise<Obstacle | 'moved' | null> {
  let kept = false;
  try {
    // Read again: only what is seen under the lock counts.
    if (!(await isStill(context.git, move.folder, step))) return 'moved';
    const obstacle = await moveCheckout(context, move);
    if (obstacle) return obstacle;
    held.push({ lock: move.lock, move });
    kept = true;
    return null;
  } finally {
    if (!kept) await move.lock.release();
  }
}

async function isStill(git: Git, { top }: PersonFolder, { ref, from }: Step): Promise<boolean> {
  const on = must(await git.run({ args: ['symbolic-ref', '--quiet', 'HEAD'], cwd: top, answers: [1] }));
  const at = must(await git.run({ args: ['rev-parse', '--verify', '--quiet', 'HEAD'], cwd: top, answers: [1] }));
  return on.stdout.toString('utf8').trim() === ref && at.stdout.toString('latin1').trim() === (from ?? '');
}

async function undo(context: StoreContext, held: readonly Held[]): Promise<void> {
  for (const { move } of held) await moveCheckout(context, { ...move, from: move.to, to: move.from });
}

export async function readBranch(git: Git, { commonDir }: GitRepository, ref: string): Promise<Sha | null> {
  const args = ['rev-parse', '--verify', '--quiet', ref];
  const found = must(await git.run({ args, gitDir: commonDir, answers: [1] }));
  return Sha.safeParse(found.stdout.toString('latin1').trim()).data ?? null;
}

export async function refOf(git: Git, branch: string): Promise<string> {
  const ref = `refs/heads/${branch}`;
  if (!branch.startsWith('-') && (await git.run({ args: ['check-ref-format', ref] })).ok) return ref;
  throw new AssayError('USAGE', `"${branch}" cannot name a branch.`, { next: 'Use a name such as feat/new-thing.' });
}

const incomingRef = (sha: Sha): string => `refs/assay/incoming/${sha}`;

/** The commits, protected from the person's `git gc` by a ref until the branch has them. */
async function bringObjects({ context, repository, vault }: BranchWork, to: Sha): Promise<void> {
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
    '--no-recurse-submodules',
  ];
  const ref = incomingRef(to);
  const fetch = () =>
    context.git.run({
      args: [...args, '--upload-pack', UPLOAD_PACK, '--', vault.gitDir, `+${to}:${ref}`],
      gitDir: repository.commonDir,
      durable: true,
      timeoutMs: 30 * 60_000,
    });
  const first = await fetch();
  // A killed driver leaves its git process running, or the lock of a git that was killed with it.
  const isLocked = !first.ok && first.kind === 'failed' && (await clearLock(join(repository.commonDir, `${ref}.lock`)));
  must(isLocked ? await fetch() : first);
}

async function dropIncoming(git: Git, { commonDir }: GitRepository, to: Sha): Promise<void> {
  await git.run({ args: ['update-ref', '--no-deref', '-d', incomingRef(to)], gitDir: commonDir, env: AUTHOR });
}

async function swapRef(git: Git, gitDir: string, ref: string, from: Sha | null, to: Sha): Promise<boolean> {
  const old = from ?? '0'.repeat(to.length);
  const args = ['update-ref', '--no-deref', '--create-reflog', '-m', 'assay: brought work back', ref, to, old];
  const swapped = await git.run({ args, gitDir, durable: true, env: AUTHOR });
  if (swapped.ok) return true;
  if (swapped.kind === 'failed' && /cannot lock ref|reference already exists|is at/.test(swapped.error.message))
    return false;
  throw gitError(swapped);
}

const REBASE: Obstacle = {
  why: 'a rebase of that branch is under way',
  next: 'End the rebase or abort it, then try again.',
  paths: [],
};
const CHECKED_OUT: Obstacle = { why: 'the branch is checked out there', next: 'Switch to another branch.', paths: [] };
const LOCKED: Obstacle = {
  why: 'another git is at work there (index.lock)',
  next: 'Wait for it; when no git runs there, remove the file index.lock in its .git.',
  paths: [],
};

function stopped(folder: string, branch: string, { why, next, paths }: Obstacle): BranchOutcome {
  const named = paths.length === 0 ? '' : `: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' and more' : ''}`;
  const message = `${branch} was not moved because of the checkout ${folder}: ${why}${named}.`;
  return { type: 'in-the-way', folder, paths, error: toErrorInfo(new AssayError('CHECKOUT_DIRTY', message, { next })) };
}
