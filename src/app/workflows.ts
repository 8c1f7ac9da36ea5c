import { chatWorkflow } from './chat/chat-workflow.ts';
import { checkpointWorkflow } from './checkpoint/checkpoint-workflow.ts';
import { gatedPrWorkflow } from './gated-pr/gated-pr-workflow.ts';
import { hybridTddWorkflow } from './hybrid-tdd/hybrid-tdd-workflow.ts';
import { researchWorkflow } from './research/research-workflow.ts';
import type { Workflow } from './workflow.ts';

/** The workflows there are, besides the examples. */
export const WORKFLOWS: readonly Workflow[] = [
  gatedPrWorkflow,
  hybridTddWorkflow,
  researchWorkflow,
  chatWorkflow,
  checkpointWorkflow,
];

export const workflowNamed = (name: string, among = WORKFLOWS): Workflow | undefined =>
  among.find((each) => each.name === name);
