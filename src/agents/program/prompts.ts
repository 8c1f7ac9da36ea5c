import type { AgentTask } from '#contracts/agent.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { wrapClaim } from '../claim/wrap-claim.ts';

/** The first prompt of an agent. One that resumes its conversation knows the earlier messages. */
export const firstWords = ({ prompt, history = '' }: AgentTask, goesOn: boolean): string =>
  goesOn || history === '' ? prompt : `${history}\n\n${prompt}`;

/** For agents that accept no schema: how the last message must look. */
export const claimWords = (schema: JsonSchema): string =>
  [
    'When you are finished, end with one message that is nothing but a JSON object (no fence, no words around it) of this JSON Schema.',
    'If the task cannot be done, set "claim" to null and say in "blocker" why and what would help.',
    JSON.stringify(wrapClaim(schema)),
  ].join('\n');

/** After an answer that does not fit. */
export const repairWords = (problems: string, schema: JsonSchema): string =>
  [`Your last message does not fit: ${problems}.`, claimWords(schema)].join('\n');
