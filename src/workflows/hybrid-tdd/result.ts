import { z } from 'zod';
import type { Note } from '#contracts/executor.ts';
import { Sha } from '#contracts/workspace.ts';
import { HybridAccount } from './account.ts';
import { FunctionDesign, MutationClaim } from './claims.ts';
import type { TddEnding } from './ports.ts';
import {
  Adversary,
  BehaviourCoverage,
  HybridStop,
  MutationReport,
  ProvenRedTest,
  StructuredFailure,
  Understanding,
} from './state.ts';
import { WitnessObservation, WitnessReport, witnessReport } from './witness.ts';
import { WorkItem, workItems } from './work-items.ts';

/** The result of a run: enough to judge it, and to begin the next one. */
export const HybridResult = z.object({
  success: z.boolean(),
  /** Why there is no success. */
  stop: HybridStop.nullable(),
  /** Main's commit after this run. */
  landed: Sha.nullable(),
  /** Where work that did not land is kept. */
  kept: z.string().nullable(),
  functions: z.array(FunctionDesign),
  coverage: BehaviourCoverage.nullable(),
  red: z.array(ProvenRedTest),
  understanding: Understanding,
  failures: z.array(StructuredFailure),
  typeAdversary: Adversary.nullable(),
  mutation: MutationReport.nullable(),
  /** The analyst's statement about survivors; more may arrive after the result. */
  analysis: MutationClaim.nullable(),
  witness: WitnessReport,
  ...HybridAccount.shape,
  next: z.array(WorkItem),
});
export type HybridResult = z.infer<typeof HybridResult>;

export interface Landing {
  readonly landed: HybridResult['landed'];
  readonly kept: string | null;
  readonly stop: HybridStop | null;
}

export function tddResult(
  ending: TddEnding,
  landing: Landing,
  account: HybridAccount,
  notes: readonly Note[],
): HybridResult {
  const { design, verification, understanding, adversary, mutation, failures } = ending;
  const result: HybridResult = {
    success: landing.stop === null && landing.landed !== null,
    ...landing,
    functions: design?.claim.functions ?? [],
    coverage: verification?.coverage ?? null,
    red: verification?.red ?? [],
    understanding,
    failures,
    typeAdversary: adversary,
    mutation,
    analysis: null,
    witness: witnessReport([], landing.stop),
    ...account,
    next: [],
  };
  return withNotes(result, notes);
}

/** A result with the findings of advisers and observers, including those after it was made. */
export function withNotes(result: HybridResult, notes: readonly Note[]): HybridResult {
  const seen = notes
    .filter(({ node }) => node === 'witness')
    .flatMap(({ note }) => WitnessObservation.safeParse(note).data ?? []);
  const said = notes
    .filter(({ node }) => node === 'mutationAdversary')
    .flatMap(({ note }) => MutationClaim.safeParse(note).data ?? []);
  const analysis = said.at(-1) ?? result.analysis;
  const witness = seen.length > 0 ? witnessReport(seen, result.stop) : result.witness;
  return { ...result, witness, analysis, next: workItems({ ...result, analysis }) };
}
