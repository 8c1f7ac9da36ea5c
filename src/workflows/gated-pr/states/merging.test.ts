import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import type { Call } from '../call.ts';
import type { EffectOutcome } from '../effects.ts';
import { beginning, GatedState, type Point, Review } from '../state.ts';
import { stepPr } from '../step.ts';

const TASK: Call = { tool: 'get_task' };
const sha = (n: number) => Sha.parse(n.toString(16).padStart(40, 'a'));
const point = (n: number): Point => ({ commit: sha(n), tree: TreeHash.parse(n.toString(16).padStart(40, '0')) });
const CONFLICT = { code: 'MERGE_CONFLICT', message: 'both changed a.ts', next: 'Bring them together.' };

const DONE = {
  taskName: 'a',
  status: 'DONE' as const,
  tdd_steps: [{ type: 'RED' as const, description: 'd', status: 'DONE' as const }],
};

const READY: GatedState = {
  ...beginning({ mode: 'connected', plan: 'PLAN.md', main: 'main' }),
  status: 'MERGING_BRANCH',
  pr: { masterPlanPath: 'PLAN.md', prTitle: 'feat: a', summary: 's', verificationPlan: 'v', tasks: [DONE] },
  branch: 'feat/a',
  base: point(1),
  checkpoint: point(3),
  acceptedTree: point(2).tree,
  reviewedTree: point(2).tree,
  final: point(2),
};

const heard = (state: GatedState, outcome: EffectOutcome) => stepPr(state, { type: 'outcome', outcome, of: TASK });
const asked = (state: GatedState) => stepPr(state, { type: 'call', call: TASK });
const guided = (state: GatedState): GatedState =>
  stepPr(state, { type: 'guidance', text: 'it is settled', waive: [], by: 'ann' }).state;
const failed = (branch?: string): EffectOutcome => ({
  type: 'merge',
  result: { ok: false, reasons: [CONFLICT], evidence: [], ...(branch === undefined ? {} : { branch }) },
});

describe('G6.4 a merge that a person has to resolve', () => {
  it('halts with the branch in their hands, and looks at it when they have answered', () => {
    const { state } = heard(READY, failed('feat/a-2'));
    expect(state).toMatchObject({ status: 'HALTED', branch: 'feat/a-2', handed: { open: true, taken: null } });
    expect(state.halted?.why).toBe('both changed a.ts\nBring them together.');
    const again = guided(state);
    expect(again).toMatchObject({ status: 'MERGING_BRANCH', halted: null, guidance: 'it is settled' });
    expect(asked(again)).toMatchObject({ effect: { type: 'take-branch', branch: 'feat/a-2', point: point(3) } });
  });

  it('is tried again if the branch is unchanged, or was never handed over', () => {
    const again = guided(heard(READY, failed('feat/a')).state);
    const tried = heard(again, { type: 'take-branch', result: { type: 'as-it-was' } });
    expect(tried).toMatchObject({ effect: { type: 'merge', point: point(3) }, state: { handed: { open: false } } });
    expect(asked(guided(heard(READY, failed()).state))).toMatchObject({ effect: { type: 'merge' } });
  });

  it('is reviewed from the beginning, over main as it is now, where they made another branch of it', () => {
    const waived = {
      finding: { file: 'a.ts', line: 1, severity: 'minor' as const, message: 'm' },
      by: 'ann',
      why: 'w',
    };
    const review = Review.parse({ round: 4, scope: 'findings', open: [], stuck: 1, waived: [waived] });
    const again = guided(heard({ ...READY, review }, failed('feat/a')).state);
    const { state } = heard(again, {
      type: 'take-branch',
      result: { type: 'taken', head: sha(7), base: point(5), point: point(7), place: null, evidence: [] },
    });
    expect(state).toMatchObject({
      status: 'CODE_REVIEW',
      base: point(5),
      checkpoint: point(7),
      acceptedTree: point(7).tree,
      reviewedTree: null,
      final: null,
      handed: { open: false, taken: sha(7) },
      review: { round: 0, scope: 'whole', stuck: 0, waived: [waived] },
    });
    expect(asked(state)).toMatchObject({ effect: { type: 'review', tree: point(7).tree } });
    // If it fails to merge again, the commit taken before is known.
    const later: GatedState = { ...state, status: 'MERGING_BRANCH' };
    expect(heard(later, failed('feat/a')).state.handed).toEqual({ open: true, taken: sha(7) });
  });

  it('stays halted where the branch cannot be taken', () => {
    const again = guided(heard(READY, failed('feat/a')).state);
    const result = { type: 'refused' as const, reasons: [{ ...CONFLICT, code: 'BRANCH_BEHIND' }], evidence: [] };
    const { state } = heard(again, { type: 'take-branch', result });
    expect(state).toMatchObject({ status: 'HALTED', halted: { kind: 'merge' }, handed: { open: true } });
    expect(asked(guided(state))).toMatchObject({ effect: { type: 'take-branch' } });
  });

  it('is read as older logs have it', () => {
    const { handed: _handed, ...older } = READY;
    expect(GatedState.parse(older)).toEqual(READY);
  });
});
