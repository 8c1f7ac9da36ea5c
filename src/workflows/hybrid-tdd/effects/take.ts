import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { unfitFiles } from '#contracts/unfit-files.ts';
import type { CommitMessage } from '#contracts/workspace.ts';
import { checkFunctions } from '#gates/claims/check-functions.ts';
import { checkScope } from '#gates/claims/check-scope.ts';
import { checkImplemented } from '#gates/claims/check-stubs.ts';
import type { HybridContext, RefusedWork, Taken, TakeOrder } from '../hybrid-effects.ts';
import { buildOf } from './build.ts';
import { type HybridParts, languageOf } from './parts.ts';

/** An agent's work, checked as a tree and then committed: nothing can change in between. */
export async function take(parts: TakeParts, order: TakeOrder, context: HybridContext): Promise<Taken> {
  const workspace = await parts.workspaces.open(order.place);
  const left = await unlessUnfit(workspace.state());
  if (!left.ok) return left;
  const { work, unfit } = left.value;
  const problems = unfit ? [unfit] : await problemsOf(parts, order, work, context.signal);
  if (problems.length > 0) return { ok: false, problems };
  const message = commitMessage(parts, order.side, order.brief, order.summary, context);
  const made = await unlessUnfit(workspace.commit(message));
  if (!made.ok) return made;
  const committed = made.value;
  if (committed.tree !== work) return { ok: false, problems: [moved(order)] };
  // One commit on its starting point, even where a crash left one that the log lacks: for a fix that is the merged
  // work, for everything else what its workspace was made from.
  const whole = await workspace.squash(message, order.side === 'fix' ? order.from.commit : undefined);
  return { ok: true, point: { commit: whole.sha, tree: whole.tree } };
}

type TakeParts = Pick<HybridParts, 'workspaces' | 'treeRunner' | 'costOf'>;

/** Files that cannot be committed as they are go back to the agent; a failure of git or the disk is not its fault. */
async function unlessUnfit<T>(doing: Promise<T>): Promise<{ readonly ok: true; readonly value: T } | RefusedWork> {
  try {
    return { ok: true, value: await doing };
  } catch (thrown) {
    const unfit = unfitFiles(thrown);
    if (unfit === null) throw thrown;
    return { ok: false, problems: [unfit] };
  }
}

export const commitMessage = (
  { costOf }: Pick<HybridParts, 'costOf'>,
  phase: string,
  brief: string,
  summary: string,
  { run, session, act, node }: HybridContext,
): CommitMessage => ({
  phase,
  brief: brief.replace(/\s+/g, ' ').trim().slice(0, 200),
  summary,
  session,
  node,
  costUsd: costOf === undefined ? 0 : costOf(run, act),
});

async function problemsOf(
  { treeRunner }: TakeParts,
  { side, spec, from, claimed, wanted }: TakeOrder,
  tree: TreeHash,
  signal: AbortSignal,
): Promise<readonly Refusal[]> {
  const may = side === 'tests' ? [spec.testPath] : [spec.implPath];
  const [first] = may;
  if (tree === from.tree)
    return [{ code: 'NOTHING_WRITTEN', message: `nothing was changed`, next: `Write ${first}.`, file: spec.implPath }];
  const scope = await checkScope(treeRunner, { from: from.tree, to: tree, may });
  if (scope.length > 0 || side === 'types' || side === 'tests') return scope;
  const { source: language, sentinel } = languageOf(spec);
  const file = { path: spec.implPath, language };
  const problems = [
    ...(await checkFunctions(treeRunner, { ...file, before: from.tree, after: tree, claimed, ours: [sentinel.name] })),
    ...(await checkImplemented(treeRunner, { ...file, tree, functions: wanted, sentinel: sentinel.name })),
  ];
  return problems.length > 0 ? problems : (await buildOf(treeRunner, spec, tree, signal)).problems;
}

const moved = ({ spec }: TakeOrder): Refusal => ({
  code: 'TREE_CHANGED',
  message: 'files changed while they were checked',
  next: 'Leave nothing running behind.',
  file: spec.implPath,
});
