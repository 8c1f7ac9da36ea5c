import { z } from 'zod';

/** The content of `.assay/ACTIVE_PR.json`: drafted by the agent, then a view of the log. */
export const StepType = z.enum(['RED', 'GREEN', 'REFACTOR']);
export type StepType = z.infer<typeof StepType>;

export const StepStatus = z.enum(['TODO', 'IN_PROGRESS', 'DONE', 'ERROR']);
export type StepStatus = z.infer<typeof StepStatus>;

const sentence = z.string().trim().min(1);

export const TddStep = z.strictObject({
  type: StepType,
  description: sentence,
  /** For a RED step: the criteria of the plan item that its tests are for, by number. */
  criteria: z.array(z.number().int().positive()).min(1).optional(),
  status: StepStatus.default('TODO'),
});
export type TddStep = z.infer<typeof TddStep>;

export const PrTask = z.strictObject({
  taskName: sentence,
  status: StepStatus.default('TODO'),
  /** What was tried before and why it was split; required for the first task of a new plan. */
  breakdownHistory: z.array(sentence).min(1).optional(),
  tdd_steps: z.array(TddStep).min(1),
});
export type PrTask = z.infer<typeof PrTask>;

export const ActivePr = z.strictObject({
  masterPlanPath: sentence,
  prTitle: sentence.max(100).regex(/^[^\r\n]*$/, 'one line'),
  summary: sentence,
  verificationPlan: sentence,
  tasks: z.array(PrTask).min(1),
  /** Criteria that no test can show, and why: a person is asked. */
  untested: z.array(z.strictObject({ criterion: z.number().int().positive(), why: sentence })).optional(),
});
export type ActivePr = z.infer<typeof ActivePr>;

export type DraftReading =
  | { readonly type: 'draft'; readonly draft: ActivePr }
  | { readonly type: 'absent' }
  | { readonly type: 'unfit'; readonly problems: readonly string[] };

/** An agent's text parsed as a draft, or every field that does not fit. */
export function readDraft(text: string | null): DraftReading {
  if (text === null) return { type: 'absent' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return { type: 'unfit', problems: [`it is not JSON: ${thrown instanceof Error ? thrown.message : thrown}`] };
  }
  const parsed = ActivePr.safeParse(value);
  if (!parsed.success) return { type: 'unfit', problems: parsed.error.issues.map(problemOf) };
  const problems = orderProblems(parsed.data);
  return problems.length === 0 ? { type: 'draft', draft: parsed.data } : { type: 'unfit', problems };
}

/** Whether this is a draft of a finished PR. */
export function isDone(text: string): boolean {
  try {
    return ActivePr.parse(JSON.parse(text)).tasks.every(({ status }) => status === 'DONE');
  } catch {
    return false;
  }
}

const problemOf = ({ path, message }: z.core.$ZodIssue): string => `${path.map(String).join('.') || 'top'}: ${message}`;

/** A GREEN makes a RED pass, so it follows one; a draft is a plan, so no step of it is done. */
function orderProblems({ tasks }: ActivePr): string[] {
  const problems: string[] = [];
  for (const [t, task] of tasks.entries()) {
    if (task.status !== 'TODO') problems.push(`tasks.${t}.status: a draft's tasks are TODO, not ${task.status}`);
    let red = false;
    for (const [s, step] of task.tdd_steps.entries()) {
      const at = `tasks.${t}.tdd_steps.${s}`;
      if (step.status !== 'TODO') problems.push(`${at}.status: a draft's steps are TODO, not ${step.status}`);
      if (step.criteria && step.type !== 'RED')
        problems.push(`${at}.criteria: only tests of a RED step prove criteria`);
      if (step.type === 'GREEN' && !red) problems.push(`${at}: a GREEN step follows the RED step that it makes pass`);
      red = step.type === 'RED' || (red && step.type === 'REFACTOR');
    }
    if (red && task.tdd_steps.at(-1)?.type === 'RED')
      problems.push(`tasks.${t}: ends with a RED step that no GREEN step makes pass`);
  }
  return problems;
}

/** Rules for a plan that replaces one that failed. */
export function replanProblems(draft: ActivePr, failed: PrTask): string[] {
  const problems: string[] = [];
  const [first] = draft.tasks;
  if (first && !first.breakdownHistory) problems.push('tasks.0.breakdownHistory: say what was tried and why it failed');
  const stepsOf = (tasks: readonly PrTask[]) => Math.max(...tasks.map(({ tdd_steps }) => tdd_steps.length));
  if (draft.tasks.length < 2) problems.push('tasks: the failed task is cut into at least two smaller ones');
  else if (stepsOf(draft.tasks) > Math.max(2, failed.tdd_steps.length))
    problems.push('tasks: each new task has no more steps than the one that failed');
  const originalRed = failed.tdd_steps.find(({ type }) => type === 'RED');
  const lastRed = draft.tasks.at(-1)?.tdd_steps.find(({ type }) => type === 'RED');
  if (originalRed && lastRed?.description !== originalRed.description) {
    const wanted = JSON.stringify(originalRed.description);
    problems.push(`tasks.${draft.tasks.length - 1}: the last task verifies: its RED step recreates ${wanted}`);
  }
  return problems;
}
