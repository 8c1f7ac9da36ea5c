import { z } from 'zod';
import { EvidenceRef } from '#contracts/gate.ts';
import { ActivePr } from './draft.ts';

/** Inputs of the tools. The same schemas serve MCP, the command line and the claim of a hosted agent. */
export const Expectation = z.enum(['PASS', 'FAIL']);
export type Expectation = z.infer<typeof Expectation>;

export const Submission = z.strictObject({
  summary: z.string().trim().min(1).describe('What you did in this attempt, in a sentence or two.'),
  test_command: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("How you would run the tests: one of the project's own runners, for instance `npx vitest run cart`."),
  expectation: Expectation.optional().describe('What the tests should do: FAIL in a RED step, else PASS.'),
  analysis_decision: z
    .enum(['SUCCESS', 'FAILURE'])
    .optional()
    .describe('After NEEDS_ANALYSIS: whether the tests failed for the reason you meant them to.'),
  blocker: z.string().trim().min(1).optional().describe('An honest "I cannot, because …": reaches a person.'),
});
export type Submission = z.infer<typeof Submission>;

export const Escalation = z.strictObject({
  markdown_report: z
    .string()
    .trim()
    .min(1)
    .describe('For a person who knows nothing of this: goal, what was tried, what was seen, what is needed.'),
});
export type Escalation = z.infer<typeof Escalation>;

export const Call = z.discriminatedUnion('tool', [
  z.object({ tool: z.literal('get_task') }),
  z.object({ tool: z.literal('submit_work'), input: Submission }),
  z.object({ tool: z.literal('request_scope_reduction') }),
  z.object({ tool: z.literal('escalate_for_external_help'), input: Escalation }),
  /** Only a person's: accepts an edit of ACTIVE_PR.json, or (null) has the views written again. */
  z.object({ tool: z.literal('accept_state'), pr: ActivePr.nullable() }),
]);
export type Call = z.infer<typeof Call>;
/** The calls that agents may make. */
export type ToolName = Exclude<Call['tool'], 'accept_state'>;

export const CallReason = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
});
export type CallReason = z.infer<typeof CallReason>;

/** The answer to a call. `refused`: it was not legal now, nothing was measured and nothing counted. */
export const Answer = z.object({
  status: z.enum(['SUCCESS', 'FAILURE', 'NEEDS_ANALYSIS', 'RUNNING']),
  /** Verbatim output, or the briefing. */
  output: z.string(),
  reasons: z.array(CallReason),
  evidence: z.array(EvidenceRef).default([]),
  refused: z.boolean().default(false),
  ticket: z.string().optional(),
});
export type Answer = z.infer<typeof Answer>;

export const success = (output: string, evidence: readonly EvidenceRef[] = []): Answer => ({
  status: 'SUCCESS',
  output,
  reasons: [],
  evidence: [...evidence],
  refused: false,
});

export const failure = (
  output: string,
  reasons: readonly CallReason[],
  evidence: readonly EvidenceRef[] = [],
): Answer => ({ status: 'FAILURE', output, reasons: [...reasons], evidence: [...evidence], refused: false });

/** Not legal now: lists the legal calls. */
export const refusedCall = (code: string, message: string, next: string): Answer => ({
  status: 'FAILURE',
  output: message,
  reasons: [{ code, message, next }],
  evidence: [],
  refused: true,
});
