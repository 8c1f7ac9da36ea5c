import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { EffectOutcome, PrEffect } from '../effects.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import { mergeHelp } from './merge-help.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

/** A branch merged with the current main, and its proof. */
export interface ProvenMerge {
  readonly main: Sha;
  readonly merge: Sha;
  readonly tree: TreeHash;
  readonly evidence: readonly EvidenceRef[];
}

type MergeResult = Extract<EffectOutcome, { type: 'merge' }>['result'];

export const mergeOutcome = (result: MergeResult): EffectOutcome => ({ type: 'merge', result });

/** Merges without touching a branch and proves the result; nothing is moved. */
export async function proveWithMain(
  { repository, checkout, gates }: PrEffectsParts,
  { branch, title, point }: Extract<PrEffect, { type: 'merge' }>,
  state: GatedState,
  { run, signal, say }: PrContext,
): Promise<ProvenMerge | { readonly outcome: EffectOutcome }> {
  /** Only a person can merge the two: they get the branch, with instructions. */
  const handOver = async (
    reasons: readonly Omit<Refusal, 'next'>[],
    evidence: readonly EvidenceRef[],
  ): Promise<{ outcome: EffectOutcome }> => {
    const offered = await checkout.offer(point, state);
    const next = mergeHelp(repository.folder, offered, state.main, run);
    const told = reasons.map((reason) => ({ ...reason, next }));
    return { outcome: mergeOutcome({ ok: false, reasons: told, evidence: [...evidence], branch: offered }) };
  };
  const main = await repository.resolve(`refs/heads/${state.main}`);
  const prepared = await repository.prepareMerge(main, point.commit, `Merge ${branch}: ${title}`);
  if (prepared.type === 'conflict') {
    const paths = prepared.conflicts.flatMap((conflict) => conflict.paths);
    const message = `${branch} conflicts with ${state.main} in ${[...new Set(paths)].join(', ')}`;
    return handOver([{ code: 'MERGE_CONFLICT', message }], []);
  }
  say('proves the merged tree');
  const verdict = await gates.proveMerged(await repository.treeOf(main), prepared.tree, signal);
  if (verdict.verdict === 'refused') return handOver(verdict.reasons, verdict.evidence);
  if (verdict.verdict === 'unmeasured')
    return { outcome: mergeOutcome({ ok: false, reasons: verdict.reasons, evidence: verdict.evidence }) };
  return { main, merge: prepared.sha, tree: prepared.tree, evidence: verdict.evidence };
}
