import { refused } from '#contracts/gate.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { SiteContext } from '../site.ts';
import type { GatedState } from '../state.ts';
import type { SiteParts } from './site-parts.ts';

type Merge = Extract<Effect, { type: 'merge' }>;

/** Merges in the air, proves the result, and only then moves main. */
export async function merge(
  { repository, store, ground, gates }: SiteParts,
  { branch, title, point }: Merge,
  state: GatedState,
  { signal, say }: SiteContext,
): Promise<Outcome> {
  const message = messageOf(branch, title);
  const main = await store.resolve(repository, `refs/heads/${state.main}`);
  const prepared = await store.prepareMerge(repository, main, point.commit, message);
  if (prepared.type === 'conflict') {
    const paths = prepared.conflicts.flatMap((conflict) => conflict.paths);
    return failed(
      'MERGE_CONFLICT',
      `${branch} conflicts with ${state.main} in ${[...new Set(paths)].join(', ')}`,
      `Merge ${state.main} into ${branch} by hand, or rebase it, then answer with assay guide.`,
    );
  }
  say('proves the merged tree');
  const verdict = await gates.proveMerged(await store.treeOf(repository, main), prepared.tree, signal);
  if (verdict.verdict !== 'accepted')
    return { type: 'merge', result: { ok: false, reasons: verdict.reasons, evidence: verdict.evidence } };
  const merged = await store.mergeNoFf(repository, state.main, point.commit, message);
  if (merged.type === 'updated' || merged.type === 'unchanged') {
    await ground.leave(state);
    return { type: 'merge', result: { ok: true, merge: merged.sha, evidence: verdict.evidence } };
  }
  return failed(
    'MAIN_MOVED',
    `${state.main} could not be moved: ${why(merged)}`,
    'Settle that, then answer with assay guide.',
  );
}

/** A merge that was made before a crash is found by its second parent. */
export async function mergedAlready(
  { repository, store, ground }: SiteParts,
  effect: Merge,
  state: GatedState,
): Promise<Outcome | undefined> {
  const main = await store.resolve(repository, `refs/heads/${state.main}`);
  const head = (await store.commitsBetween(repository, effect.point.commit, main)).findLast(
    ({ parents }) => parents[1] === effect.point.commit,
  );
  if (!head) return undefined;
  await ground.leave(state);
  return { type: 'merge', result: { ok: true, merge: head.sha, evidence: [] } };
}

const messageOf = (branch: string, title: string): string => `Merge ${branch}: ${title}`;

const why = (outcome: { type: string; error?: { message: string } }): string => outcome.error?.message ?? outcome.type;

const failed = (code: string, message: string, next: string): Outcome => {
  const verdict = refused('merge', [{ code, message, next }]);
  return {
    type: 'merge',
    result: { ok: false, reasons: verdict.verdict === 'refused' ? verdict.reasons : [], evidence: [] },
  };
};
