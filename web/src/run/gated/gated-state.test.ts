import { describe, expect, it } from 'vitest';
import { openStepOf, readSnapshot } from './gated-state.ts';

const state = {
  status: 'DEBUGGING',
  mode: 'hosted',
  counter: 2,
  pr: {
    prTitle: 'Totals',
    summary: 's',
    tasks: [
      {
        taskName: 'sum',
        tdd_steps: [
          { type: 'RED', description: 'fails', status: 'DONE' },
          { type: 'GREEN', description: 'passes', status: 'TODO' },
        ],
      },
    ],
  },
};

describe('readSnapshot', () => {
  it('reads the state of a gated PR, and where it is', () => {
    const snapshot = readSnapshot({ state, answered: null });
    expect(snapshot?.state).toMatchObject({ status: 'DEBUGGING', counter: 2, halted: null, finished: [] });
    expect(snapshot && openStepOf(snapshot.state)).toEqual({ task: 0, step: 1 });
  });

  it('shows as much as it can of a changed state', () => {
    const snapshot = readSnapshot({ state: { status: 'NEW_STATUS', counter: 'two', pr: 7, review: [] } });
    expect(snapshot?.state).toMatchObject({ status: 'NEW_STATUS', counter: 0, pr: null, review: null });
  });

  it('takes nothing else for one', () => {
    expect(readSnapshot({ folder: '/x' })).toBeNull();
    expect(readSnapshot(null)).toBeNull();
  });
});
