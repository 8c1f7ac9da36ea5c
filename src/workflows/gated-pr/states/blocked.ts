import { success } from '../call.ts';
import type { Move } from '../move.ts';
import type { GatedState } from '../state.ts';

/** An honest "I cannot" goes to a person; it is no failed attempt. Possible wherever work is submitted. */
export const blocked = (state: GatedState, why: string): Move => ({
  state: { ...state, status: 'HALTED', halted: { from: state.status, kind: 'blocked', why } },
  answer: success('A person is asked for help. Call get_task when they have answered.'),
});
