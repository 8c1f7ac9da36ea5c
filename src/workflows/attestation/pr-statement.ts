import { type ProvenChange, type Statement, type Subject, statementOf } from '#contracts/attestation.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import { checklist } from '../gated-pr/criteria.ts';
import type { GatedState, Point } from '../gated-pr/state.ts';
import { attestedOutcomes, type KeptOutcomes } from './test-outcomes.ts';

export interface MergedPr {
  readonly run: string;
  readonly version: string;
  readonly merge: Point;
  /** Of the merged tree. */
  readonly evidence: readonly EvidenceRef[];
  readonly author: string | null;
  /** Of the run that accepted the last step; null where it was not kept. */
  readonly outcomes: KeptOutcomes | null;
}

/** The statement of a merged gated PR; null where it has no commit of its own. Pure. */
export function prStatement(state: GatedState, merged: MergedPr): Statement | null {
  const { base, final, checkpoint, review } = state;
  if (!base || !final) return null;
  const subject = (name: Subject['name'], { commit, tree }: Point): Subject => ({
    name,
    digest: { gitCommit: commit, gitTree: tree },
  });
  const subjects = [
    subject('change', final),
    ...(checkpoint && checkpoint.commit !== final.commit ? [subject('plan', checkpoint)] : []),
    ...(merged.merge.commit === final.commit ? [] : [subject('merge', merged.merge)]),
  ];
  const evidence = [...(review?.evidence ?? []), ...(state.acceptedRun ? [state.acceptedRun] : []), ...merged.evidence];
  const predicate: ProvenChange = {
    assay: { version: merged.version },
    mode: state.mode,
    run: merged.run,
    base,
    item: {
      plan: state.plan,
      title: state.item?.title ?? state.pr?.prTitle ?? '',
      criteria: checklist(state).map(({ text, proof }) => ({
        text,
        tests: proof.type === 'tests' ? [...proof.tests] : [],
        word: proof.type === 'word' ? { by: proof.by, why: proof.why } : null,
      })),
    },
    tests: {
      proving: [...new Set(state.proven.flatMap(({ lock }) => lock.tests.map(({ id }) => id)))].map(wasRed),
      run: merged.outcomes && attestedOutcomes(merged.outcomes),
    },
    mutants: mutantsIn(evidence),
    evidence: evidence.map(digestOf),
    waivers: (review?.waived ?? []).map(({ finding: { file, message }, by, why }) => ({
      what: `${file}: ${message}`,
      by,
      why,
    })),
    author: merged.author,
    reviewer: review?.by ?? null,
    doubts: [...(review?.doubts ?? [])],
  };
  return statementOf(subjects, predicate);
}

export const wasRed = (id: string): ProvenChange['tests']['proving'][number] => ({
  id,
  before: 'failed',
  after: 'passed',
});

export const digestOf = ({ kind, summary, tree, blob }: EvidenceRef): ProvenChange['evidence'][number] => ({
  kind,
  summary,
  tree,
  sha256: blob,
});

export const mutantsIn = (evidence: readonly EvidenceRef[]): string[] =>
  evidence.filter(({ kind }) => kind === 'mutants').map(({ summary }) => summary);
