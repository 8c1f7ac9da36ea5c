import { accepted, type Finding, refused, type Verdict } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import type { TestLock } from '#gates/test-lock.ts';
import type { Answer, Call, Submission } from '../call.ts';
import type { ActivePr } from '../draft.ts';
import type { EffectOutcome, PrEffect } from '../effects.ts';
import { beginning, GatedState } from '../state.ts';
import { stepPr } from '../step.ts';

export const tree = (n: number) => TreeHash.parse(n.toString(16).padStart(40, '0'));
const sha = (n: number) => Sha.parse(n.toString(16).padStart(40, 'a'));
export const LOCK: TestLock = {
  tree: tree(2),
  tests: [
    {
      ...{ id: 'a.test.ts > adds', runner: 'vitest', root: '.', file: 'a.test.ts', suites: [], title: 'adds' },
      by: 'text',
    },
  ],
};
export const DRAFT: ActivePr = {
  masterPlanPath: 'PLAN.md',
  prTitle: 'feat: Adding',
  summary: 'adds',
  verificationPlan: 'run the tests',
  tasks: [
    {
      taskName: 'add',
      status: 'TODO',
      tdd_steps: [
        { type: 'RED', description: 'adds two numbers', status: 'TODO' },
        { type: 'GREEN', description: 'make it add', status: 'TODO' },
        { type: 'REFACTOR', description: 'tidy', status: 'TODO' },
      ],
    },
  ],
};
export const REASON = { code: 'TESTS_FAILED', message: '1 test failed', next: 'Fix it.' };
export const no = refused('tests', [REASON]);
export const ok = accepted('tests');

/** Answers effects as this test specifies. */
export interface TableEffects {
  tree: number;
  verdict: Verdict;
  failed: boolean;
  draft: ActivePr | null;
  items: number;
  findings: Finding[];
  remaining?: number[];
  finalOk: boolean;
  merges: boolean;
  /** Whether a step runs only the tests that it reaches. */
  part?: boolean;
  /** The result of all tests for a step that was accepted on some. */
  rest?: Verdict;
}

export const world = (): TableEffects => ({
  tree: 2,
  verdict: ok,
  failed: false,
  draft: DRAFT,
  items: 1,
  findings: [],
  finalOk: true,
  merges: true,
});

function answerTo(effect: PrEffect, now: TableEffects): EffectOutcome {
  const problem = { ok: false as const, reasons: [REASON] };
  switch (effect.type) {
    case 'pick-pr':
      return {
        type: 'pick-pr',
        item: now.items > 0 ? { title: 'PR 1: Adding', body: 'add', criteria: ['PR 1: Adding'] } : null,
        place: null,
      };
    case 'read-draft':
      return { type: 'read-draft', draft: now.draft, problems: now.draft ? [] : ['tasks: missing'] };
    case 'create-branch':
      return {
        type: 'create-branch',
        result: { ok: true, branch: 'feat/adding', base: { commit: sha(1), tree: tree(1) } },
      };
    case 'measure': {
      const known = effect.known.includes(tree(now.tree));
      const lock = effect.proof === 'RED' && now.verdict.verdict === 'accepted' ? LOCK : null;
      const part = now.part ? { part: { files: 1, of: 9 } } : {};
      const measured = { verdict: now.verdict, failed: now.failed, lock, run: null, output: 'verbatim', ...part };
      return { type: 'measure', tree: tree(now.tree), measured: known ? null : measured };
    }
    case 'prove-rest':
      return { type: 'prove-rest', verdict: now.rest ?? ok, run: null, output: 'all of them' };
    case 'check-checkpoint':
      return {
        type: 'check-checkpoint',
        result: now.finalOk ? { ok: true, point: { commit: sha(now.tree), tree: effect.tree } } : problem,
      };
    case 'reset':
      return { type: 'reset', place: null, original: null };
    case 'take-blind':
      return { type: 'take-blind', blind: { files: [], notRed: [], dropped: [], said: [] } };
    case 'review':
      return {
        type: 'review',
        findings: now.findings,
        evidence: [],
        ...(now.remaining && { remaining: now.remaining }),
      };
    case 'check-final':
      return {
        type: 'check-final',
        result: now.finalOk ? { ok: true, point: { commit: sha(9), tree: effect.tree } } : problem,
      };
    case 'check-plan':
      return {
        type: 'check-plan',
        result: now.finalOk ? { ok: true, point: { commit: sha(10), tree: tree(10) } } : problem,
      };
    case 'merge':
      return {
        type: 'merge',
        result: now.merges
          ? { ok: true, merge: sha(11), evidence: [], notes: [] }
          : { ...problem, evidence: [], branch: 'feat/adding' },
      };
    case 'take-branch':
      return { type: 'take-branch', result: { type: 'as-it-was' } };
  }
}

export function call(state: GatedState, made: Call, now: TableEffects): { state: GatedState; answer: Answer } {
  let move = stepPr(state, { type: 'call', call: made });
  while ('effect' in move)
    move = stepPr(move.state, { type: 'outcome', outcome: answerTo(move.effect, now), of: made });
  return move;
}

export const TASK: Call = { tool: 'get_task' };
export const submit = (more: Partial<Submission> = {}): Call => ({
  tool: 'submit_work',
  input: { summary: 'did it', ...more },
});

/** Plays calls one after the other; a function changes the state in between. */
export function play(moves: readonly (Call | ((now: TableEffects) => void))[], from?: GatedState, now = world()) {
  let state = from ?? beginning({ mode: 'connected', plan: 'PLAN.md', main: 'main' });
  const answers: Answer[] = [];
  for (const made of moves) {
    if (typeof made === 'function') made(now);
    else {
      const next = call(state, made, now);
      state = GatedState.parse(next.state);
      answers.push(next.answer);
    }
  }
  return { state, answers, last: answers.at(-1), now };
}

export const fails =
  (verdict: Verdict = ok) =>
  (now: TableEffects) =>
    Object.assign(now, { failed: true, verdict });
export const passes = (now: TableEffects) => Object.assign(now, { failed: false, verdict: ok });
export const breaks = (now: TableEffects) => Object.assign(now, { failed: true, verdict: no });
export const none = (now: TableEffects) => Object.assign(now, { findings: [] });
export const edits = (now: TableEffects) => Object.assign(now, { tree: now.tree + 1 });

export const STARTED = [TASK, submit(), TASK];
export const RED_DONE = [
  ...STARTED,
  fails(),
  submit({ expectation: 'FAIL' }),
  submit({ analysis_decision: 'SUCCESS' }),
];
export const GREEN_DONE = [...RED_DONE, edits, passes, submit(), submit()];
export const ALL_DONE = [...GREEN_DONE, edits, submit(), submit()];
export const DEBUGGING = [...RED_DONE, edits, breaks, submit()];

export function finds(...messages: string[]) {
  const findings = messages.map((message) => ({ file: 'a.ts', line: 1, severity: 'minor', message }));
  return (now: TableEffects) => Object.assign(now, { findings });
}

export function firstTask(): ActivePr['tasks'][number] {
  const [first] = DRAFT.tasks;
  if (!first) throw new Error('the draft has a task');
  return first;
}
