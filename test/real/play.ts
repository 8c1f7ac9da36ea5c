import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '#workflows/gated-pr/call.ts';
import { git } from './checkout.ts';
import type { GateClient } from './client.ts';

/** What an agent puts into the checkout at each step. */
export interface Work {
  readonly title: string;
  red(): Promise<void> | void;
  green(): Promise<void> | void;
}

export type Played =
  | { readonly type: 'merged' }
  /** `at`: where the PR ended; `answer`: what the gate said there. */
  | { readonly type: 'refused'; readonly at: string; readonly answer: Answer };

const STEPS = [
  { type: 'RED', description: 'the tests of the commit' },
  { type: 'GREEN', description: 'the sources of the commit' },
];

/**
 * One gated PR as an agent works it: reads its task, does what the briefing says, submits once. What is refused is not
 * tried again, so that a refusal is what this work was answered with.
 */
export async function play(folder: string, gate: GateClient, work: Work): Promise<Played> {
  let at = 'DRAFT';
  for (let turn = 0; turn < 40; turn++) {
    const task = await gate.call('get_task');
    const status = /^# ([A-Z_]+)/m.exec(task.output)?.[1] ?? '';
    if (status === 'PLAN_DONE') {
      const merged = git(folder, 'log', '-5', '--format=%s', 'main').split('\n').includes(work.title);
      return merged ? { type: 'merged' } : { type: 'refused', at, answer: task };
    }
    if (task.status === 'FAILURE' || status === 'HALTED') return { type: 'refused', at, answer: task };
    at = PASSING[status] ?? at;
    // Back at the steps after the review: it found something.
    if (ENDED.has(status) || (at === 'REVIEW' && status === 'EXECUTING_TDD'))
      return { type: 'refused', at, answer: lastRefusal(gate) ?? task };
    const step = NEXT[status];
    if (step === undefined) continue;
    const done = await step({ folder, gate, work, briefing: task.output });
    at = done.at;
    if (done.answer.status === 'FAILURE') return { type: 'refused', at, answer: done.answer };
  }
  throw new Error('the PR did not end within 40 turns');
}

interface Turn {
  readonly folder: string;
  readonly gate: GateClient;
  readonly work: Work;
  readonly briefing: string;
}
type Done = { readonly at: string; readonly answer: Answer };

/** States that the next get_task moves on from by itself. */
const PASSING: Readonly<Record<string, string>> = {
  CREATING_BRANCH: 'BRANCH',
  CODE_REVIEW: 'REVIEW',
  PLAN_UPDATED: 'MERGE',
  MERGING_BRANCH: 'MERGE',
};

/** The final result of work that is not tried again. */
const ENDED: ReadonlySet<string> = new Set(['DEBUGGING', 'REPLANNING']);

/** A review's reasons come with the call that ran it, not with the task that follows. */
const lastRefusal = ({ told }: GateClient): Answer | undefined =>
  told.findLast(({ answer }) => answer.reasons.length > 0)?.answer;

/** What each state asks of the agent. */
const NEXT: Readonly<Record<string, (turn: Turn) => Promise<Done>>> = {
  INITIALIZING: async ({ folder, gate, work: { title } }) => {
    const tasks = [{ taskName: title, tdd_steps: STEPS }];
    const draft = { masterPlanPath: 'PLAN.md', prTitle: title, summary: title, verificationPlan: 'Its tests.', tasks };
    writeFileSync(join(folder, '.assay/ACTIVE_PR.json'), JSON.stringify(draft));
    return { at: 'DRAFT', answer: await gate.call('submit_work', { summary: 'drafted' }) };
  },
  EXECUTING_TDD: async ({ folder, gate, work, briefing }) => {
    if (/commit exactly what was accepted/i.test(briefing)) {
      commit(folder, 'checkpoint');
      return { at: 'CHECKPOINT', answer: await gate.call('submit_work', { summary: 'committed' }) };
    }
    if (/^## GREEN\b/m.test(briefing)) {
      await work.green();
      return { at: 'GREEN', answer: await gate.call('submit_work', { summary: 'the code', expectation: 'PASS' }) };
    }
    await work.red();
    const answer = await gate.call('submit_work', { summary: 'the tests', expectation: 'FAIL' });
    if (answer.status !== 'NEEDS_ANALYSIS') return { at: 'RED', answer };
    const meant = { summary: 'what they ask for is not there yet', analysis_decision: 'SUCCESS' };
    return { at: 'RED', answer: await gate.call('submit_work', meant) };
  },
  AWAITING_FINALIZATION: async ({ folder, gate, work, briefing }) => {
    git(folder, 'reset', '--quiet', '--soft', /git reset --soft ([0-9a-f]+)/.exec(briefing)?.[1] ?? 'main');
    commit(folder, work.title);
    return { at: 'SQUASH', answer: await gate.call('submit_work', { summary: 'one commit' }) };
  },
  FINALIZE_COMPLETE: async ({ folder, gate }) => {
    const plan = join(folder, 'PLAN.md');
    const mark = ` [DONE] ${git(folder, 'rev-parse', 'HEAD').trim()}`;
    writeFileSync(
      plan,
      readFileSync(plan, 'utf8').replace(/^- \[ \] .*$/m, (line) => line + mark),
    );
    return { at: 'PLAN', answer: await gate.call('submit_work', { summary: 'marked' }) };
  },
};

function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--message', message);
}
