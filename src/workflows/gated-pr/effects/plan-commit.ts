import type { Repository, Sha } from '#contracts/workspace.ts';
import { planProblems } from '../plan-protection.ts';
import { type Refused, refuse } from './pr-checkout.ts';

interface PlanCommit {
  /** The commit of the PR. */
  readonly commit: Sha;
  /** The commit made on top of it. */
  readonly head: Sha;
  readonly plan: string;
  /** The plan that should be committed. */
  readonly text: string;
}

/**
 * The problem with a commit that should only mark the plan in the person's checkout, if it contains more; otherwise null.
 * The person's hooks and other programs run while it is made, and nobody reads it again before it is on main. A hook may
 * change the layout of the plan, but not its content, and it may add to the message.
 */
export async function moreThanPlan(
  repository: Repository,
  { commit, head, plan, text }: PlanCommit,
): Promise<Refused | null> {
  const [made, ...more] = await repository.commitsBetween(commit, head);
  if (more.length > 0 || made?.parents.join() !== commit)
    return refuse(
      'HISTORY_REWRITTEN',
      'the plan was marked in something other than one commit on top of the PR: a hook of this repository or another program changed it',
      `git reset --soft ${commit}, and call submit_work.`,
    );
  const by = 'a hook of this repository or another program did that';
  const again = `git reset --soft ${commit}, take everything but ${plan} out of the index and the folder, and call submit_work.`;
  const { files } = await repository.diffBetween(commit, made.tree);
  const others = files.filter(({ path }) => path !== plan).map(({ path }) => path);
  if (others.length > 0)
    return refuse('MORE_CHANGED', `the commit that marks the plan also holds ${others.join(', ')}: ${by}`, again);
  const bytes = await repository.readFileAt(head, plan);
  const [problem] = planProblems(plan, text, bytes && new TextDecoder().decode(bytes));
  return problem ? refuse('MORE_CHANGED', `in the commit that marks it ${problem.message}: ${by}`, again) : null;
}

/** Whether all commits on top of another one have one of these titles. */
export async function isOnly(
  repository: Repository,
  over: Sha,
  head: Sha | null,
  titles: readonly string[],
): Promise<boolean> {
  if (head === null || head === over) return false;
  const [made, ...more] = await repository.commitsBetween(over, head);
  return more.length === 0 && made?.parents.join() === over && titles.includes(made.message.split('\n')[0] ?? '');
}
