import { z } from 'zod';
import { type Call, Submission } from './call.ts';
import { failuresUntilHelp, mayEscalate } from './legal-calls.ts';
import type { GatedState } from './state.ts';

/** The claim of a hosted agent: the work it submits, or a request for less scope or help. */
export const HostedClaim = Submission.extend({
  request: z
    .enum(['scope_reduction', 'help'])
    .optional()
    .describe('Instead of submitting: ask for a smaller scope, or for a person (only where the briefing opens it).'),
  markdown_report: z.string().optional().describe('With request help: what a person needs to know.'),
});
export type HostedClaim = z.infer<typeof HostedClaim>;

export function callOf({ request, markdown_report, ...submission }: HostedClaim): Call {
  if (request === 'scope_reduction') return { tool: 'request_scope_reduction' };
  if (request === 'help') {
    const report = markdown_report ?? submission.summary;
    return { tool: 'escalate_for_external_help', input: { markdown_report: report } };
  }
  return { tool: 'submit_work', input: submission };
}

/**
 * The calls that Assay makes by itself in hosted mode, without spending an attempt: everything that only needs to be
 * asked for, and all outer git. Null where the agent, or a person, has to act.
 */
export function ownCall(state: GatedState): Call | null {
  switch (state.status) {
    case 'HALTED':
    case 'PLAN_DONE':
      return null;
    case 'INITIALIZING':
      return state.item ? null : TASK;
    case 'CREATING_BRANCH':
    case 'CODE_REVIEW':
    case 'PLAN_UPDATED':
    case 'MERGING_BRANCH':
      return TASK;
    case 'AWAITING_FINALIZATION':
    case 'FINALIZE_COMPLETE':
      return { tool: 'submit_work', input: { summary: 'done by Assay' } };
    case 'EXECUTING_TDD':
      if (state.checkpointDue) return { tool: 'submit_work', input: { summary: 'checkpoint' } };
      return state.pr?.tasks.every(({ status }) => status === 'DONE') ? TASK : null;
    case 'DEBUGGING':
      // An agent that does not stop by itself is stopped: a person reads what happened.
      return mayEscalate(state) && state.counter >= patience(state) ? escalation(state) : null;
    case 'REPLANNING':
      return null;
  }
}

const TASK: Call = { tool: 'get_task' };

const patience = (state: GatedState): number => failuresUntilHelp(state) + 2;

function escalation({ counter, lastError, pr }: GatedState): Call {
  const reasons = (lastError?.reasons ?? []).map(({ code, message }) => `- ${code}: ${message}`);
  const report = [
    `# ${pr?.prTitle ?? 'The PR'} is stuck`,
    `${counter} attempts in a row were refused; the agent did not ask for help.`,
    ...reasons,
    `\`\`\`\n${lastError?.output ?? ''}\n\`\`\``,
  ];
  return { tool: 'escalate_for_external_help', input: { markdown_report: report.join('\n\n') } };
}
