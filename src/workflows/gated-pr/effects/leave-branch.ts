import { toErrorInfo } from '#contracts/errors.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import { headOf, keepCommit, type PersonRepository } from './person-branch.ts';

/**
 * Leaves a merged branch, and deletes it. May be repeated after a crash. The merge is done already, so nothing here
 * makes it fail: what could not be done is reported, and a branch with commits that main lacks is never deleted.
 */
export async function leaveBranch(place: PersonRepository, branch: string, main: string): Promise<string[]> {
  const told = [...(await switchAway(place, branch, main)), ...(await deleteMerged(place.repository, branch, main))];
  return [...new Set(told)];
}

async function switchAway({ repository, git }: PersonRepository, branch: string, main: string): Promise<string[]> {
  try {
    if ((await repository.snapshot()).branch !== branch) return [];
    // Main itself may be checked out in another worktree.
    await git(['switch', '--quiet', main]).catch(() => git(['switch', '--quiet', '--detach', main]));
    return [];
  } catch (error) {
    return [`The checkout stays on ${branch}: ${toErrorInfo(error).message}`];
  }
}

/**
 * `taken`: a commit of the person's that went into the work; it is not in main unchanged, so it is kept under a ref.
 */
export async function deleteMerged(
  repository: Repository,
  branch: string,
  main: string,
  taken: Sha | null = null,
): Promise<string[]> {
  try {
    const head = await headOf(repository, branch);
    if (head === null) return [];
    if (head === taken) await keepCommit(repository, head);
    else if (!(await repository.isAncestor(head, await repository.resolve(`refs/heads/${main}`))))
      return [`${branch} stays: it has commits that ${main} has not. Look at them with git log ${main}..${branch}.`];
    const gone = await repository.deleteBranch(branch, head);
    if (gone.type === 'in-the-way') return [`${branch} is merged and stays: ${gone.error.message}`];
    return gone.type === 'moved' ? [`${branch} stays: it has moved since.`] : [];
  } catch (error) {
    return [`${branch} is merged and stays: ${toErrorInfo(error).message}`];
  }
}
