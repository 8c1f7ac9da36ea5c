import { describe, expect, it } from 'vitest';
import { briefing } from './briefing.ts';
import { forHosted } from './hosted-words.ts';
import { beginning, type GatedState } from './state.ts';

const TOOLS = /get_task|submit_work|check_work|request_scope_reduction|escalate_for_external_help/;
const PR = {
  masterPlanPath: 'PLAN.md',
  prTitle: 'feat: Adding',
  summary: 'adds',
  verificationPlan: 'run',
  tasks: [{ taskName: 'add', status: 'TODO', tdd_steps: [{ type: 'RED', description: 'adds', status: 'TODO' }] }],
};
const REASON = { code: 'X', message: 'no', next: 'Correct it and call submit_work again; get_task shows the schema.' };

/** Every state in which an agent is asked, early and late in its troubles. */
const states = (mode: 'hosted' | 'connected') =>
  [
    { status: 'INITIALIZING', item: { title: 'Adding', body: '- [ ] a\n- [ ] b', line: 1, criteria: [] } },
    { status: 'EXECUTING_TDD', pr: PR },
    { status: 'EXECUTING_TDD', pr: PR, pending: { output: 'red' } },
    ...[1, 3, 5, 8, 12].map((counter) => ({
      ...{ status: 'DEBUGGING', pr: PR, counter },
      lastError: { reasons: [REASON], output: 'seen' },
    })),
    { status: 'REPLANNING', pr: PR },
  ].map((more) => ({ ...beginning({ mode, plan: 'PLAN.md', main: 'main' }), ...more }) as unknown as GatedState);

describe('G1.16 a briefing names only what its reader has', () => {
  it('never mentions a tool that a hosted agent does not have, in any state', () => {
    for (const state of states('hosted')) expect(briefing(state)).not.toMatch(TOOLS);
  });

  it('opens the same ways to a hosted agent as to a client', () => {
    const late = (mode: 'hosted' | 'connected') => states(mode).find(({ counter }) => counter === 12);
    const [hosted, connected] = [late('hosted'), late('connected')];
    expect(hosted && briefing(hosted)).toMatch(/scope_reduction[\s\S]*"help"/);
    expect(connected && briefing(connected)).toMatch(/request_scope_reduction[\s\S]*escalate_for_external_help/);
  });

  it('turns a client’s next step into a hosted agent’s', () => {
    expect(forHosted(REASON.next)).toBe('Correct it and claim again.');
    expect(forHosted('Call get_task.')).toBe('');
    expect(forHosted('Make it smaller. Then call submit_work.')).toBe('Make it smaller. Then claim.');
  });
});
