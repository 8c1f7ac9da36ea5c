import { briefing } from '../briefing.ts';
import { success } from '../call.ts';
import type { StateRule } from '../move.ts';

/** Only a person's answer leads on from here. */
export const halted: StateRule = {
  call: (state, call) => (call.tool === 'get_task' ? { state, answer: success(briefing(state)) } : null),
};
