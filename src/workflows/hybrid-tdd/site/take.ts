import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { CommitMessage } from '#contracts/workspace.ts';
import { checkFunctions } from '#gates/claims/check-functions.ts';
import { checkScope } from '#gates/claims/check-scope.ts';
import { checkImplemented } from '#gates/claims/check-stubs.ts';
import type { SiteContext, Taken, TakeOrder } from '../site.ts';
import { buildOf } from './build.ts';
import { languageOf, type SiteParts } from './parts.ts';

/** What an agent left, checked as a tree and then committed: nothing can change in between that was not checked. */
export async function take(parts: SiteParts, order: TakeOrder, context: SiteContext): Promise<Taken> {
  const workspace = await parts.workspaces.open(order.place);
  const { work } = await workspace.state();
  const problems = await problemsOf(parts, order, work, context.signal);
  if (problems.length > 0) return { ok: false, problems };
  const message = commitMessage(parts, order.side, order.brief, order.summary, context);
  const committed = await workspace.commit(message);
  if (committed.tree !== work) return { ok: false, problems: [moved(order)] };
  // A fix stands on the merged work; everything else is one commit on what it began from.
  const made = order.side === 'fix' ? committed : await workspace.squash(message);
  return { ok: true, point: { commit: made.sha, tree: made.tree } };
}

export const commitMessage = (
  { costOf }: SiteParts,
  phase: string,
  brief: string,
  summary: string,
  { run, session, act, node }: SiteContext,
): CommitMessage => ({
  phase,
  brief: brief.replace(/\s+/g, ' ').trim().slice(0, 200),
  summary,
  session,
  node,
  costUsd: costOf?.(run, act) ?? 0,
});

async function problemsOf(
  { bench }: SiteParts,
  { side, spec, from, claimed, wanted }: TakeOrder,
  tree: TreeHash,
  signal: AbortSignal,
): Promise<readonly Refusal[]> {
  const may = side === 'tests' ? [spec.testPath] : [spec.implPath];
  const [first] = may;
  if (tree === from.tree)
    return [{ code: 'NOTHING_WRITTEN', message: `nothing was changed`, next: `Write ${first}.`, file: spec.implPath }];
  const scope = await checkScope(bench, { from: from.tree, to: tree, may });
  if (scope.length > 0 || side === 'types' || side === 'tests') return scope;
  const { source: language, sentinel } = languageOf(spec);
  const file = { path: spec.implPath, language };
  const problems = [
    ...(await checkFunctions(bench, { ...file, before: from.tree, after: tree, claimed, ours: [sentinel.name] })),
    ...(await checkImplemented(bench, { ...file, tree, functions: wanted, sentinel: sentinel.name })),
  ];
  return problems.length > 0 ? problems : (await buildOf(bench, spec, tree, signal)).problems;
}

const moved = ({ spec }: TakeOrder): Refusal => ({
  code: 'TREE_CHANGED',
  message: 'files changed while they were checked',
  next: 'Leave nothing running behind.',
  file: spec.implPath,
});
