import type { EvidenceRef } from '#contracts/gate.ts';
import type { Sha } from '#contracts/workspace.ts';
import { prStatement } from '../../attestation/pr-statement.ts';
import { KeptOutcomes } from '../../attestation/test-outcomes.ts';
import type { GatedState } from '../state.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

/** After main has moved: if a crash comes in between, it is done when the merge is found again. */
export async function attestMerge(
  { attesting, gates, repository }: PrEffectsParts,
  state: GatedState,
  merged: { readonly run: string; readonly merge: Sha; readonly evidence: readonly EvidenceRef[] },
): Promise<readonly string[]> {
  if (!attesting) return [];
  const { attestor, readEvidence } = attesting;
  const kept = state.acceptedRun && KeptOutcomes.safeParse(await readEvidence(state.acceptedRun).catch(() => null));
  const statement = prStatement(state, {
    ...{ run: merged.run, version: attestor.version, evidence: merged.evidence },
    merge: { commit: merged.merge, tree: await repository.treeOf(merged.merge) },
    author: (await gates.reviewers()).author,
    outcomes: kept?.success ? kept.data : null,
  });
  return statement ? attestor.attest(statement) : [];
}
