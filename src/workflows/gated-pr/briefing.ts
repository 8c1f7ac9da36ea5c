import { z } from 'zod';
import { quoteWord } from '#code/shell-quote.ts';
import { fenced } from '../review/fenced.ts';
import { checklist, criteriaOf, stepCriteria } from './criteria.ts';
import { ActivePr, type TddStep } from './draft.ts';
import type { ProofKind } from './effects.ts';
import { forHosted } from './hosted-words.ts';
import { legalCalls, mayEscalate, mayReduceScope } from './legal-calls.ts';
import { proofKind } from './proof-kind.ts';
import { type GatedState, openStep } from './state.ts';

/**
 * The agent's prompt: the goal, what it may use, and what to do next. A connected client is told which tool to call; a
 * hosted agent has no tools and is told what to claim.
 */
export function briefing(state: GatedState): string {
  const parts = [heading(state), ...body(state)];
  if (state.guidance !== null) parts.push(`## Advice from a person\n${state.guidance}`);
  parts.push(waysOn(state));
  return parts.join('\n\n');
}

/** How work is submitted: by a call, or by the claim that ends the attempt. */
const SAYS = {
  connected: {
    submit: 'call submit_work',
    runs: 'submit_work runs them',
    scope: 'Call request_scope_reduction',
    help: 'escalate_for_external_help',
  },
  hosted: {
    submit: 'return your claim',
    runs: 'they are run for you',
    scope: 'Claim `"request": "scope_reduction"`',
    help: '`"request": "help"` with a `markdown_report`',
  },
} as const;
const says = ({ mode }: Pick<GatedState, 'mode'>) => SAYS[mode];

function waysOn(state: GatedState): string {
  if (state.mode === 'connected') return `Legal calls now: ${legalCalls(state).join(', ')}.`;
  const requests = state.status === 'DEBUGGING' ? legalCalls(state) : [];
  const open = [
    'your work, with a summary',
    ...(requests.includes('request_scope_reduction') ? ['`"request": "scope_reduction"`'] : []),
    ...(requests.includes('escalate_for_external_help') ? ['`"request": "help"` with a `markdown_report`'] : []),
    'a `blocker`',
  ];
  return `What you may claim now: ${open.join('; ')}.`;
}

const heading = ({ status, pr, branch }: GatedState): string =>
  [`# ${status}`, ...(pr ? [`PR: ${pr.prTitle}`] : []), ...(branch ? [`Branch: ${branch}`] : [])].join('\n');

function body(state: GatedState): string[] {
  switch (state.status) {
    case 'INITIALIZING':
      return drafting(state);
    case 'CREATING_BRANCH':
      return ['Call get_task: the branch is made and the first step is given.'];
    case 'EXECUTING_TDD':
      if (state.pending) return analysis(state, state.pending.output);
      return state.checkpointDue ? checkpoint(state) : oneStep(state);
    case 'DEBUGGING':
      return debug(state);
    case 'REPLANNING':
      return replan(state);
    case 'CODE_REVIEW':
      return ['All steps are done. Call get_task: a reviewer with fresh eyes reads the whole change.'];
    case 'AWAITING_FINALIZATION':
      return squash(state);
    case 'FINALIZE_COMPLETE':
      return markPlan(state);
    case 'PLAN_UPDATED':
    case 'MERGING_BRANCH':
      return ['Call get_task: the branch is merged and the merged tree is tested.'];
    case 'HALTED':
      return [`A person is needed (${state.halted?.kind ?? 'halted'}):`, state.halted?.why ?? ''];
    case 'PLAN_DONE':
      return [`Nothing in ${state.plan} is open. There is nothing to do.`];
  }
}

function drafting(state: GatedState): string[] {
  const { item, plan } = state;
  return [
    `Draft the next PR of ${plan} in \`.assay/ACTIVE_PR.json\`, then ${says(state).submit} with a summary.`,
    `## The open PR\n${item ? `${item.title}\n\n${item.body}`.trim() : 'Call get_task to have it picked.'}`,
    ...criteriaList(state),
    [
      '## Rules for the draft',
      '- Tasks are small. Each has RED, GREEN and, where it pays, REFACTOR steps; a GREEN follows the RED it makes pass.',
      '- A RED step adds tests that fail because behaviour is missing. Each description says which behaviour.',
      `- \`masterPlanPath\` is ${JSON.stringify(plan)}; \`prTitle\` becomes the branch and the commit (\`feat: New Thing\`).`,
      '- Everything begins with status TODO. Write no code yet.',
    ].join('\n'),
    schema(),
  ];
}

/** The criteria by number; an item without a list has nothing to number. */
function criteriaList(state: GatedState): string[] {
  const criteria = checklist(state);
  if (criteria.length < 2) return [];
  const lines = criteria.map(({ number, text, proof }) => `${number}. ${text}${PROOF_NOTE[proof.type]}`);
  return [
    [
      '## Criteria',
      ...lines,
      'Each is proven by a test that was red for it: the RED step names it (`"criteria": [2]`). Where no test can show one, `"untested": [{"criterion": 2, "why": "…"}]` asks a person.',
    ].join('\n'),
  ];
}
const PROOF_NOTE = { tests: ' (proven)', word: ' (waived by a person)', open: '' } as const;

const schema = (): string =>
  `## Schema of ACTIVE_PR.json\n\`\`\`json\n${JSON.stringify(z.toJSONSchema(ActivePr, { io: 'input' }))}\n\`\`\``;

const HONEST: Readonly<Record<ProofKind, readonly string[]>> = {
  RED: [
    'Write the failing test first. Change tests only (a new module may get an empty stub so that it loads).',
    'It must fail on an assertion or on a symbol that does not exist yet, in the code this PR changes: a syntax error, a crash, a time-out or an unrelated failure is not RED.',
    'Submit with expectation FAIL. You will be asked whether it failed as intended; the proof decides.',
  ],
  GREEN: [
    'Make the RED test pass with the least code. The tests are locked as they were when they failed: changing, skipping or deleting one, or touching test, lint or preflight configuration, is refused.',
    'New tests may be added. Submit with expectation PASS.',
  ],
  REFACTOR: [
    'Improve the code without changing what it does: every test keeps its outcome, and no test changes.',
    'Submit with expectation PASS.',
  ],
  FIX: [
    'Fix what the finding names and nothing else. If it needs no change, submit the tree as it is and say why; a person can overrule it.',
    'Do not change main’s tests. A test that this PR added may be corrected: it must still fail on main’s code, and no test may be removed or muted.',
    'New tests may be added. Submit with expectation PASS.',
  ],
};

function oneStep(state: GatedState): string[] {
  const at = openStep(state.pr);
  const task = at && state.pr?.tasks[at.task];
  const step = at && task?.tdd_steps[at.step];
  if (!at || !task || !step) return ['All steps are done. Call get_task.'];
  const place = `Task ${at.task + 1} of ${state.pr?.tasks.length}, step ${at.step + 1} of ${task.tdd_steps.length}`;
  const rules = HONEST[proofKind(state, step)];
  return [
    `## ${step.type}: ${step.description}\n${place}: ${task.taskName}`,
    ...forCriteria(state, step),
    rules.map((rule) => `- ${rule}`).join('\n'),
    ...recreated(state, at.task, step.type),
    ...(state.lock ? [`Locked tests:\n${state.lock.tests.map(({ id }) => `- ${id}`).join('\n')}`] : []),
    ...(task.breakdownHistory
      ? [`What was tried before:\n${task.breakdownHistory.map((line) => `- ${line}`).join('\n')}`]
      : []),
    `Make one attempt, then ${says(state).submit}. Do not run the tests: ${says(state).runs} on a separate checkout, and only that counts.`,
  ];
}

function forCriteria(state: GatedState, step: TddStep): string[] {
  const criteria = criteriaOf(state);
  const numbers = criteria.length > 1 ? stepCriteria(step, criteria) : [];
  return numbers.length === 0 ? [] : [`For:\n${numbers.map((n) => `${n}. ${criteria[n - 1] ?? ''}`).join('\n')}`];
}

/** The tests of a task that was split: another agent may have written them. */
function recreated({ originals }: GatedState, task: number, type: TddStep['type']): string[] {
  const original = type === 'RED' ? originals.find((each) => each.task === task) : undefined;
  if (!original) return [];
  return [
    `This task verifies. These tests must exist again, word for word:\n${original.tests.map(({ id }) => `- ${id}`).join('\n')}`,
    ...original.files.map(({ path, text }) => `${path}, original:\n${fenced(text)}`),
  ];
}

const analysis = (state: GatedState, output: string): string[] => [
  ...oneStep(state).slice(0, 1),
  `## The tests failed\n\`\`\`\n${output}\n\`\`\``,
  `Did they fail because the behaviour is missing, as intended? Change nothing and ${says(state).submit} with analysis_decision SUCCESS or FAILURE. Your decision is a claim; the proof decides.`,
];

const checkpoint = (state: GatedState): string[] => {
  const at = lastDone(state);
  return [
    'The step is accepted. Commit exactly what was accepted, then call submit_work with a summary.',
    `\`\`\`sh\ngit add -A && git commit -m ${quoteWord(`checkpoint: ${at}`)}\n\`\`\``,
  ];
};

const lastDone = ({ pr }: GatedState): string => {
  const steps = (pr?.tasks ?? []).flatMap(({ tdd_steps }) => tdd_steps);
  return steps.findLast(({ status }) => status === 'DONE')?.description ?? 'accepted step';
};

function debug(state: GatedState): string[] {
  const { counter, lastError } = state;
  const hosted = state.mode === 'hosted';
  return [
    `## What was seen (attempt ${counter})`,
    ...(lastError?.reasons ?? []).map(
      ({ code, message, next }) => `- ${code}: ${message}\n  ${hosted ? forHosted(next) : next}`,
    ),
    `\`\`\`\n${lastError?.output ?? ''}\n\`\`\``,
    `## What to do now\n${adviceFor(state)}`,
    ...oneStep(state),
  ];
}

/** The longer it fails, the broader the suggested search. */
function adviceFor(state: GatedState): string {
  if (mayEscalate(state)) return `Stop trying. Write what you know for a person: ${says(state).help}.`;
  if (mayReduceScope(state))
    return `The step is too large or rests on a wrong assumption. ${says(state).scope}: the work goes back to the last checkpoint and is planned in smaller tasks.`;
  if (state.counter >= 3)
    return 'Guessing has not helped. Instrument: print or assert what you believe at each stage, find the first place where it is wrong, fix that, and remove the prints.';
  return 'Say in one sentence why it failed, change the one thing that this explains, and submit.';
}

function replan(state: GatedState): string[] {
  const { replan: why } = state;
  const red = why?.failed.tdd_steps.find(({ type }) => type === 'RED')?.description;
  return [
    `## The goal stays\n${why?.failed.taskName ?? ''}`,
    `## Why it failed\n\`\`\`\n${why?.error?.output ?? ''}\n\`\`\``,
    [
      `Draft smaller tasks in \`.assay/ACTIVE_PR.json\`, then ${says(state).submit}. The files are back at the last checkpoint.`,
      '- At least two tasks; none with more steps than the one that failed.',
      '- The first has `breakdownHistory`: what was tried, why it failed.',
      `- The last verifies: its RED step is described as ${JSON.stringify(red ?? '')}.${why?.original ? ' Its tests are those that were red, word for word; its briefing shows them.' : ''}`,
    ].join('\n'),
    ...criteriaList(state),
    schema(),
  ];
}

const squash = ({ pr, base, review }: GatedState): string[] => [
  `The review is clean${review?.by ? ` (by ${review.by})` : ''}. Make the PR one commit with the reviewed tree, then call submit_work.`,
  `\`\`\`sh\ngit reset --soft ${base?.commit ?? ''}\ngit commit -m ${quoteWord(pr?.prTitle ?? '')}\n\`\`\``,
];

const markPlan = ({ plan, final, item }: GatedState): string[] => [
  `Mark this PR as done in ${plan}: put \`[DONE]\` and \`${final?.commit ?? ''}\` on its line (${JSON.stringify(item?.title ?? '')}), in place of an earlier mark. Change nothing else and do not commit: submit_work does.`,
];
