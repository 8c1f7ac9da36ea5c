import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import type { BranchTaken, TakeBranch } from '../take-branch.ts';
import { mergeHelp } from './merge-help.ts';
import { headOf } from './person-branch.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

/**
 * The branch as a person left it. If it contains main it becomes the work, provided that its tests pass; otherwise the
 * person is told and nothing moves.
 */
export async function takeBranch(
  { repository, checkout, gates }: PrEffectsParts,
  { branch, point, taken }: TakeBranch,
  state: GatedState,
  context: PrContext,
): Promise<BranchTaken> {
  const main = await repository.resolve(`refs/heads/${state.main}`);
  const head = await headOf(repository, branch);
  const untouched = head === null || head === point.commit || head === taken;
  if (untouched || (await repository.isAncestor(point.commit, main)))
    return { type: 'take-branch', result: { type: 'as-it-was' } };

  const next = mergeHelp(repository.folder, branch, state.main, context.run);
  if (!(await repository.isAncestor(main, head))) {
    const message = `${branch} was changed, but it does not hold ${state.main} as it is now (${main.slice(0, 12)})`;
    return refused([{ code: 'BRANCH_BEHIND', message, next }]);
  }
  const base = { commit: main, tree: await repository.treeOf(main) };
  const tree = await repository.treeOf(head);
  if (tree === base.tree) {
    const message = `nothing of the PR is left: ${branch} has the files of ${state.main}`;
    return refused([{ code: 'BRANCH_EMPTY', message, next: 'Restore its commits, or cancel the run.' }]);
  }
  const unfit = await checkout.unfitToAdopt(head, state);
  if (unfit) return refused(unfit.reasons);
  context.say(`proves ${branch} as a person left it`);
  const verdict = await gates.proveTaken(base.tree, tree, context.signal);
  if (verdict.verdict !== 'accepted') return refused(verdict.reasons, verdict.evidence);
  const adopted = await checkout.adopt(head, main, state, context);
  return { type: 'take-branch', result: { type: 'taken', head, base, ...adopted, evidence: [...verdict.evidence] } };
}

const refused = (reasons: readonly Refusal[], evidence: readonly EvidenceRef[] = []): BranchTaken => ({
  type: 'take-branch',
  result: { type: 'refused', reasons: [...reasons], evidence: [...evidence] },
});
