import type { TreeHash } from '#contracts/ids.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import { type Refused, refuse } from './pr-checkout.ts';

export interface FinalCommit {
  readonly base: Sha;
  readonly head: Sha;
  readonly title: string;
  /** The reviewed tree. */
  readonly tree: TreeHash;
}

/** Why a PR is not one commit over main, titled as the PR, with the reviewed tree; null where it is. */
export async function checkFinal(
  repository: Repository,
  { base, head, title, tree }: FinalCommit,
): Promise<Refused | null> {
  const commits = await repository.commitsBetween(base, head);
  const [only] = commits;
  if (!only || commits.length !== 1 || only.parents.length !== 1 || only.parents[0] !== base)
    return refuse(
      'NOT_ONE_COMMIT',
      `there are ${commits.length} commits over ${base.slice(0, 12)}, or its history was rewritten`,
      'Follow the commands of the briefing exactly.',
    );
  const [first] = only.message.split('\n');
  if (first !== title)
    return refuse(
      'WRONG_TITLE',
      `the commit says ${JSON.stringify(first)}`,
      `Its first line is ${JSON.stringify(title)}.`,
    );
  if (only.tree !== tree)
    return refuse(
      'TREE_CHANGED',
      'the commit does not hold what was reviewed: files were added, changed or dropped in the squash',
      'Commit exactly the reviewed tree.',
    );
  return null;
}
