import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type Tool, type ToolResult } from '#contracts/tool.ts';
import { Answer, type Call, Escalation, Submission } from '#workflows/gated-pr/call.ts';
import { type ClientCalls, stillWorking } from '../client-calls.ts';
import { answerText, shortened } from './answer-text.ts';

/** Opens the client calls of the folder a call is made in. Not opened before the first call. */
export type ClientCallsFor = () => Promise<ClientCalls>;

/** Nothing is deleted and nothing outside is touched; with this a client does not ask a person each time. */
const WORKS = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

const ERRORS = {
  REPOSITORY_UNFIT: 'The folder is not in a git repository, or in one that Assay cannot use.',
  CONFIG_INVALID: 'The repository is not set up for Assay, or its configuration does not fit.',
};

/** The five tools of a gated PR. They hand out tickets of their own, so a server never has to. */
export const gatedPrTools = (clientCalls: ClientCallsFor): Tool[] => [
  getTask(clientCalls),
  submitWork(clientCalls),
  checkWork(clientCalls),
  reduceScope(clientCalls),
  escalate(clientCalls),
];

export const getTask = (clientCalls: ClientCallsFor) =>
  defineTool({
    name: 'get_task',
    title: 'What is my task?',
    description:
      'The briefing for the current state: the goal, the rules, what to call next. Call it first, and after every accepted submission. It also does what needs no work from you: the branch, the review, the merge.',
    input: z.strictObject({}),
    output: Answer,
    annotations: { ...WORKS, idempotent: true },
    examples: [{ title: 'What is to be done now', input: {} }],
    errors: ERRORS,
    overrun: 'stop',
    late,
    foundTrouble: isFailure,
    run: (_input, { signal }) => ask(clientCalls, { tool: 'get_task' }, signal),
  });

export const submitWork = (clientCalls: ClientCallsFor) =>
  defineTool({
    name: 'submit_work',
    title: 'Is this work accepted?',
    description:
      'Submits one attempt. Assay runs the tests for you, on its own checkout, and the result decides: SUCCESS, FAILURE with reasons, NEEDS_ANALYSIS (a failing test: say whether it fails as intended), or RUNNING with a ticket for check_work. Make one attempt, submit, and do not run the tests yourself.',
    input: Submission,
    output: Answer,
    annotations: WORKS,
    examples: [
      { title: 'A RED step', input: { summary: 'a test for the empty cart', expectation: 'FAIL' } },
      {
        title: 'After NEEDS_ANALYSIS',
        input: { summary: 'total() is missing, as intended', analysis_decision: 'SUCCESS' },
      },
      { title: 'A GREEN step', input: { summary: 'an empty cart costs nothing', expectation: 'PASS' } },
      {
        title: 'An honest "I cannot"',
        input: { summary: 'stuck', blocker: 'the price list is not in the repository' },
      },
    ],
    errors: ERRORS,
    overrun: 'stop',
    late,
    positional: ['summary'],
    foundTrouble: isFailure,
    run: (input, { signal }) => ask(clientCalls, { tool: 'submit_work', input }, signal),
  });

export const checkWork = (clientCalls: ClientCallsFor) =>
  defineTool({
    name: 'check_work',
    title: 'Is it measured by now?',
    description:
      'Waits for a call that was answered with RUNNING, up to 45 seconds. The answer is the same as that call would have given, or RUNNING once more: then ask again. It may be asked as often as you like.',
    input: z.strictObject({ ticket: z.string().trim().min(1).describe('The ticket of the answer that said RUNNING.') }),
    output: Answer,
    annotations: { ...WORKS, idempotent: true },
    examples: [{ title: 'Wait for a test run', input: { ticket: '3f9a0c61b2d4' } }],
    errors: ERRORS,
    overrun: 'stop',
    late,
    foundTrouble: isFailure,
    run: ({ ticket }, { signal }) => told(async () => (await clientCalls()).check(ticket, signal)),
  });

export const reduceScope = (clientCalls: ClientCallsFor) =>
  defineTool({
    name: 'request_scope_reduction',
    title: 'This step is too large',
    description:
      'Opens after several measured failures of one step: the files go back to the last checkpoint (what was there is kept under refs/assay/rescued) and you plan the task again, in smaller steps.',
    input: z.strictObject({}),
    output: Answer,
    // It removes files, and keeps them where a person finds them; it is refused until it is unlocked.
    annotations: WORKS,
    examples: [{ title: 'After six failures', input: {} }],
    errors: ERRORS,
    overrun: 'stop',
    late,
    foundTrouble: isFailure,
    run: (_input, { signal }) => ask(clientCalls, { tool: 'request_scope_reduction' }, signal),
  });

export const escalate = (clientCalls: ClientCallsFor) =>
  defineTool({
    name: 'escalate_for_external_help',
    title: 'A person is needed',
    description:
      'Opens after many measured failures: gives your report to a person and halts the run until they answer. For something you cannot do at all, submit_work with `blocker` is open at any time.',
    input: Escalation,
    output: Answer,
    annotations: WORKS,
    examples: [
      { title: 'What a person needs to know', input: { markdown_report: '# Stuck\n\nGoal … tried … seen …' } },
    ],
    errors: ERRORS,
    overrun: 'stop',
    late,
    foundTrouble: isFailure,
    run: (input, { signal }) => ask(clientCalls, { tool: 'escalate_for_external_help', input }, signal),
  });

/** The project is still being opened, or its run begun, on a busy machine: no call of the client's failed. */
function late() {
  const answer = stillWorking();
  return { output: answer, text: answerText(answer) };
}

function isFailure({ status }: Answer): boolean {
  return status === 'FAILURE';
}

const ask = (clientCalls: ClientCallsFor, call: Call, signal: AbortSignal): Promise<ToolResult<Answer>> =>
  told(async () => (await clientCalls()).call(call, signal));

async function told(answered: () => Promise<Answer>): Promise<ToolResult<Answer>> {
  try {
    const answer = shortened(await answered());
    return { ok: true, output: answer, text: answerText(answer) };
  } catch (thrown) {
    return { ok: false, error: toErrorInfo(thrown) };
  }
}
