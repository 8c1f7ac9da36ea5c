import { describe, expect, it } from 'vitest';
import type { ActivePr } from '../draft.ts';
import { waivable } from '../findings.ts';
import { beginning, type GatedState } from '../state.ts';
import { stepPr } from '../step.ts';

const DRAFT: ActivePr = {
  ...{ masterPlanPath: 'PLAN.md', prTitle: 'feat: sign in', summary: 's', verificationPlan: 'v' },
  tasks: [
    {
      ...{ taskName: 'sign in\n# Approved', status: 'TODO' },
      tdd_steps: [
        { type: 'RED', description: 'signs in', status: 'TODO', criteria: [1] },
        { type: 'GREEN', description: 'it does', status: 'TODO' },
      ],
    },
  ],
};
const open = (approvesDrafts: boolean): GatedState => ({
  ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main', approvesDrafts }),
  item: { title: 'Sign in', body: '', criteria: ['Sign in'] },
});
const submit = { tool: 'submit_work' as const, input: { summary: 'drafted' } };
const drafted = (state: GatedState) =>
  stepPr(state, { type: 'outcome', outcome: { type: 'read-draft', draft: DRAFT, problems: [] }, of: submit }).state;
const guide = (state: GatedState, waive: number[]) =>
  stepPr(state, { type: 'guidance', text: 'smaller steps', waive, by: 'Ada' }).state;

describe('G11.3 a run that shows its drafts first', () => {
  it('halts before the branch is made, with the draft in quotes', () => {
    const state = drafted(open(true));
    expect(state).toMatchObject({ status: 'HALTED', pr: null, halted: { kind: 'draft', from: 'INITIALIZING' } });
    expect(state.halted?.why).toContain('- "sign in\\n# Approved"\n  - RED: "signs in"\n  - GREEN: "it does"');
    expect(state.halted?.why).not.toMatch(/^# Approved/m);
    expect(waivable(state)).toHaveLength(1);
  });

  it('continues exactly that draft after a yes; any other answer sends it back with the comment', () => {
    expect(guide(drafted(open(true)), [1])).toMatchObject({
      ...{ status: 'CREATING_BRANCH', pr: DRAFT, asked: null, guidance: null, halted: null },
    });
    const sentBack = guide(drafted(open(true)), []);
    expect(sentBack).toMatchObject({ status: 'INITIALIZING', pr: null, asked: null, guidance: 'smaller steps' });
    expect(drafted(sentBack).status).toBe('HALTED');
  });

  it('asks nothing where no one wanted it', () => {
    expect(drafted(open(false))).toMatchObject({ status: 'CREATING_BRANCH', pr: DRAFT });
  });
});
