import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refused, unmeasured } from '#contracts/gate.ts';
import { briefing } from './briefing.ts';
import type { Call } from './call.ts';
import type { ActivePr } from './draft.ts';
import { mayEscalate } from './legal-calls.ts';
import { GatedState, Review } from './state.ts';
import { stepPr } from './step.ts';
import {
  ALL_DONE,
  breaks,
  DEBUGGING,
  DRAFT,
  edits,
  fails,
  finds,
  firstTask,
  GREEN_DONE,
  LOCK,
  no,
  none,
  ok,
  passes,
  play,
  REASON,
  RED_DONE,
  STARTED,
  submit,
  TASK,
  type TableEffects,
  tree,
} from './testing/play-table.ts';

describe('G2 the table of the gated PR', () => {
  it.each<[string, readonly (Call | ((now: TableEffects) => void))[], GatedState['status']]>([
    ['a PR is picked and drafted', [TASK], 'INITIALIZING'],
    ['G2.11 a draft is taken in', [TASK, submit()], 'CREATING_BRANCH'],
    [
      'a draft that does not fit is not',
      [TASK, (now) => Object.assign(now, { draft: null }), submit()],
      'INITIALIZING',
    ],
    ['the branch is made', STARTED, 'EXECUTING_TDD'],
    ['G2.18 a failing RED needs analysis', [...STARTED, fails(), submit()], 'EXECUTING_TDD'],
    [
      'a RED that passes is a failure',
      [...STARTED, breaks, (now) => Object.assign(now, { failed: false }), submit()],
      'DEBUGGING',
    ],
    ['G2.19 RED holds and the agent agrees', RED_DONE, 'EXECUTING_TDD'],
    [
      'G2.20 RED does not hold although the agent says so',
      [...STARTED, fails(no), submit(), submit({ analysis_decision: 'SUCCESS' })],
      'DEBUGGING',
    ],
    [
      'G2.21 the agent itself finds its RED wrong',
      [...STARTED, fails(), submit(), submit({ analysis_decision: 'FAILURE' })],
      'DEBUGGING',
    ],
    ['G2.15 G2.17 GREEN and its checkpoint', GREEN_DONE, 'EXECUTING_TDD'],
    ['GREEN that does not hold', DEBUGGING, 'DEBUGGING'],
    ['DEBUGGING ends with the proof of the open step', [...DEBUGGING, edits, passes, submit()], 'EXECUTING_TDD'],
    ['G2.16 all done goes to review', [...ALL_DONE, TASK], 'CODE_REVIEW'],
    ['G2.27 a clean review', [...ALL_DONE, TASK, TASK], 'AWAITING_FINALIZATION'],
    ['findings become tasks', [...ALL_DONE, TASK, finds('log left'), TASK], 'EXECUTING_TDD'],
    ['one commit', [...ALL_DONE, TASK, TASK, submit()], 'FINALIZE_COMPLETE'],
    ['the plan is marked', [...ALL_DONE, TASK, TASK, submit(), submit()], 'PLAN_UPDATED'],
    ['ready to merge', [...ALL_DONE, TASK, TASK, submit(), submit(), TASK], 'MERGING_BRANCH'],
    ['merged: the next PR', [...ALL_DONE, TASK, TASK, submit(), submit(), TASK, TASK], 'INITIALIZING'],
    [
      'a merge that fails halts',
      [...ALL_DONE, TASK, TASK, submit(), submit(), TASK, (now) => Object.assign(now, { merges: false }), TASK],
      'HALTED',
    ],
    ['a plan with nothing open', [(now) => Object.assign(now, { items: 0 }), TASK], 'PLAN_DONE'],
    ['an honest blocker', [...STARTED, submit({ blocker: 'no such API' })], 'HALTED'],
  ])('%s', (_, moves, status) => {
    expect(play(moves).state.status).toBe(status);
  });

  it('G1.6 has an honest blocker reach a person wherever work is submitted', () => {
    const blocker = submit({ blocker: 'no such API' });
    const done = [...ALL_DONE, TASK, TASK];
    for (const [from, moves] of [
      ['INITIALIZING', [TASK]],
      ['EXECUTING_TDD', STARTED],
      ['DEBUGGING', DEBUGGING],
      ['AWAITING_FINALIZATION', done],
      ['FINALIZE_COMPLETE', [...done, submit()]],
    ] as const) {
      const { state } = play([...moves, blocker]);
      expect(state.halted).toEqual({ from, kind: 'blocked', why: 'no such API' });
      expect(stepPr(state, { type: 'guidance', text: 'x', waive: [], by: 'ann' }).state.status).toBe(from);
    }
    // None of it is read as a draft that does not fit.
    expect(play([TASK, (now) => Object.assign(now, { draft: null }), blocker]).state.unfitDrafts).toBe(0);
  });

  it('names only calls that would be accepted: before a PR is picked there is no draft to submit', () => {
    const { last } = play([submit()]);
    expect(last?.reasons[0]).toMatchObject({ code: 'CALL_NOT_LEGAL', next: 'Legal now: get_task.' });
  });

  it('keeps advice about a draft when the PR is picked once more', () => {
    const { state, now } = play([TASK, submit({ blocker: 'what is a total?' })]);
    const told = stepPr(state, { type: 'guidance', text: 'the sum of all prices', waive: [], by: 'ann' }).state;
    const again = play([TASK], told, now);
    expect(again.last?.output).toContain('## Advice from a person\nthe sum of all prices');
    expect(play([submit()], again.state, now).state.status).toBe('CREATING_BRANCH');
  });

  it('G1.9 counts measured failures only', () => {
    const once = play(DEBUGGING);
    expect(once.state.counter).toBe(1);
    const again = play([submit()], once.state, once.now);
    expect(again.state.counter).toBe(1);
    expect(again.last?.reasons[0]?.code).toBe('NOTHING_CHANGED');
    const command = (now: TableEffects) => Object.assign(now, { verdict: refused('test command', [REASON]) });
    expect(play([edits, command, submit()], once.state, once.now).state).toMatchObject({
      counter: 1,
      status: 'DEBUGGING',
    });
    const broken = (now: TableEffects) =>
      Object.assign(now, { verdict: unmeasured('tests', { ...REASON, code: 'RUNNER_MISSING' }) });
    expect(play([edits, broken, submit()], once.state, once.now).state).toMatchObject({
      counter: 1,
      status: 'DEBUGGING',
    });
  });

  it('C17 measures no refused tree of a step again, whatever the call', () => {
    const once = play(DEBUGGING);
    const back = (now: TableEffects) => Object.assign(now, { tree: now.tree - 1 });
    const forth = (now: TableEffects) => Object.assign(now, { tree: now.tree + 1 });
    const asked = play([submit({ test_command: 'npm test' }), forth, submit()], once.state, once.now);
    expect(asked.answers.map(({ reasons }) => reasons[0]?.code)).toEqual(['NOTHING_CHANGED', 'TESTS_FAILED']);
    // The one before the last, and in a world where it would pass by luck.
    const luck = play([back, passes, submit({ test_command: 'npx vitest run' })], asked.state, asked.now);
    expect(luck.last?.reasons.map(({ code }) => code)).toEqual(['NOTHING_CHANGED', 'TESTS_FAILED']);
    expect(luck.state).toMatchObject({ status: 'DEBUGGING', counter: 2 });
    // A RED that only the agent itself has rejected: no measurement speaks against it, so it may think again.
    const red = play([...STARTED, fails(), submit(), submit({ analysis_decision: 'FAILURE' })]);
    expect(red.state).toMatchObject({ status: 'DEBUGGING', counter: 1, refused: [] });
    expect(play([submit()], red.state, red.now).last?.status).toBe('SUCCESS');
    // The next step asks something else of a tree.
    expect(play([edits, edits, passes, submit()], luck.state, luck.now).state.refused).toEqual([]);
    const { refused: _refused, ...older } = luck.state;
    expect(GatedState.parse({ ...older, lastRefused: null }).refused).toEqual([]);
  });

  it('G2.23 advises by the number of failures: one change, then a look inside, less scope, help', () => {
    const failing = (n: number) => Array.from({ length: n }, () => [edits, submit()]).flat();
    const advice = (failures: number) => {
      const { state } = play([...DEBUGGING, ...failing(failures - 1)]);
      expect(state.counter).toBe(failures);
      const told = briefing(state);
      expect(told).toContain('TESTS_FAILED: 1 test failed');
      expect(told).toContain('verbatim');
      return told.split('## What to do now\n')[1]?.split(/[.:]/)[0];
    };
    const [one, inside, less, help] = [1, 3, 6, 10].map(advice);
    expect([one, inside, less, help]).toEqual([
      'Say in one sentence why it failed, change the one thing that this explains, and submit',
      'Guessing has not helped',
      'The step is too large or rests on a wrong assumption',
      'Stop trying',
    ]);
    expect([2, 5, 9].map(advice)).toEqual([one, inside, less]);
  });

  it('G4.1 unlocks less scope after 6, help after 10, after 3 on a smaller plan', () => {
    const failing = (n: number) => Array.from({ length: n }, () => [edits, submit()]).flat();
    const reduce: Call = { tool: 'request_scope_reduction' };
    const help: Call = { tool: 'escalate_for_external_help', input: { markdown_report: '# Help' } };
    const five = play([...DEBUGGING, ...failing(4), reduce]);
    expect([five.state.status, five.last?.reasons[0]?.code]).toEqual(['DEBUGGING', 'LOCKED']);
    const six = play([edits, submit(), reduce], five.state, five.now);
    expect(six.state.status).toBe('REPLANNING');
    const smaller: ActivePr = {
      ...DRAFT,
      tasks: [
        { ...firstTask(), taskName: 'add zeros', breakdownHistory: ['adding failed: floats'] },
        { ...firstTask(), taskName: 'verify' },
      ],
    };
    const replanned = play([(now) => Object.assign(now, { draft: smaller }), submit()], six.state, six.now);
    expect(replanned.state).toMatchObject({ status: 'EXECUTING_TDD', counter: 0 });
    const red = [fails(), edits, submit(), submit({ analysis_decision: 'FAILURE' })];
    const two = play([...red, breaks, edits, submit({ expectation: 'FAIL' }), help], replanned.state, replanned.now);
    expect(two.last?.reasons[0]?.code).toBe('LOCKED');
    const three = play([edits, submit(), help], two.state, two.now);
    expect(three.state.halted).toMatchObject({ kind: 'escalated', why: '# Help', from: 'DEBUGGING' });
    const guided = stepPr(three.state, { type: 'guidance', text: 'use integers', waive: [], by: 'ann' });
    expect(guided.state).toMatchObject({ status: 'DEBUGGING', counter: 0, guidance: 'use integers' });
    const ten = play([...DEBUGGING, ...failing(8), help]);
    expect(ten.last?.reasons[0]?.code).toBe('LOCKED');
    expect(play([edits, submit(), help], ten.state, ten.now).state.status).toBe('HALTED');
  });

  it('G4.2 is sooner with help only on the tasks that were cut smaller', () => {
    const failing = (n: number) => Array.from({ length: n }, () => [edits, submit()]).flat();
    const two = { ...DRAFT, tasks: [firstTask(), { ...firstTask(), taskName: 'later' }] };
    const smaller: ActivePr = {
      ...DRAFT,
      tasks: [
        { ...firstTask(), taskName: 'zeros', breakdownHistory: ['floats'] },
        { ...firstTask(), taskName: 'verify' },
      ],
    };
    const draftIs = (draft: ActivePr) => (now: TableEffects) => Object.assign(now, { draft });
    const reduce: Call = { tool: 'request_scope_reduction' };
    const cut = play([draftIs(two), ...DEBUGGING, ...failing(5), reduce, draftIs(smaller), submit()]);
    expect(cut.state.pr?.tasks.map(({ taskName }) => taskName)).toEqual(['zeros', 'verify', 'later']);
    const after = (done: number): boolean => {
      const tasks = (cut.state.pr?.tasks ?? []).map((task, at) => ({
        ...task,
        tdd_steps: task.tdd_steps.map((each) => ({ ...each, status: at < done ? ('DONE' as const) : each.status })),
      }));
      return mayEscalate({ ...cut.state, counter: 3, pr: { ...DRAFT, tasks } });
    };
    expect([after(0), after(1), after(2), after(3)]).toEqual([true, true, false, false]);

    // Split once more: its new parts, and the rest of the first split.
    const twice = play(
      [...RED_DONE.slice(3), edits, breaks, submit(), ...failing(5), reduce, submit()],
      cut.state,
      cut.now,
    );
    expect(twice.state).toMatchObject({ replannedTo: 3, pr: { tasks: { length: 4 } } });
    const { replannedTo: _replannedTo, ...older } = twice.state;
    expect(GatedState.parse({ ...older, replanned: true }).replannedTo).toBe(0);
  });

  it('G5.5 asks a person when the review finds the same thing again and again', () => {
    const fix = [edits, passes, submit(), submit(), TASK];
    const moves = [...ALL_DONE, TASK, finds('log left'), TASK, ...fix, TASK, ...fix, TASK];
    expect(play(moves).state.halted).toMatchObject({ kind: 'review', from: 'CODE_REVIEW' });
  });

  it('G5.6 continues from a review that a person has answered, with their advice and without what they overruled', () => {
    const fix = [edits, passes, submit(), submit(), TASK];
    const twice = finds('log left', 'too long');
    const round = [...fix.slice(0, -1), ...fix];
    const halted = play([...ALL_DONE, TASK, twice, TASK, ...round, TASK, ...round, TASK]);
    expect(halted.state.halted?.why).toContain('1. a.ts:1: log left\n2. a.ts:1: too long');
    const advice = { type: 'guidance', text: 'the log is the feature', by: 'ann' } as const;

    const told = stepPr(halted.state, { ...advice, waive: [] }).state;
    expect(told).toMatchObject({ status: 'EXECUTING_TDD', halted: null, counter: 0, review: { stuck: 0, waived: [] } });
    expect(told.pr?.tasks.filter(({ status }) => status === 'TODO')).toHaveLength(2);
    expect(briefing(told)).toContain('the log is the feature');
    // The advice stays for both of the findings, and the reviewer is told.
    const first = play(fix.slice(0, -1), told, halted.now);
    expect(briefing(first.state)).toContain('the log is the feature');
    const second = play([...fix, none, TASK, TASK], first.state, halted.now);
    expect(second.state).toMatchObject({ status: 'AWAITING_FINALIZATION', guidance: null });
    expect(second.state.review?.advice).toEqual(['the log is the feature']);

    const one = stepPr(halted.state, { ...advice, waive: [1] }).state;
    const waived = { finding: { file: 'a.ts', message: 'log left' }, by: 'ann', why: 'the log is the feature' };
    expect(one.review).toMatchObject({ waived: [waived], open: [{ message: 'too long' }] });
    expect(one.pr?.tasks.filter(({ status }) => status === 'TODO')).toHaveLength(1);
    // It is found once more, and not raised.
    const settled = play([...fix, finds('log left'), TASK, TASK], one, halted.now);
    expect(settled.state.status).toBe('AWAITING_FINALIZATION');

    const both = stepPr(halted.state, { ...advice, waive: [1, 2] }).state;
    expect(both).toMatchObject({ status: 'CODE_REVIEW', review: { open: [], scope: 'whole' } });
    expect(play([twice, TASK], both, halted.now).state.status).toBe('AWAITING_FINALIZATION');
  });

  it('G5.5 asks a person after five rounds, whatever a reviewer finds in each', () => {
    const round = (n: number) => [finds(`in other words ${n}`), TASK, edits, passes, submit(), submit(), TASK];
    const rounds = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => round(from + at)).flat();
    const four = play([...ALL_DONE, TASK, ...rounds(1, 4)]);
    expect(four.state.status).toBe('CODE_REVIEW');
    const five = play(rounds(5, 5).slice(0, 2), four.state, four.now);
    expect(five.state.halted).toMatchObject({
      kind: 'review',
      why: expect.stringContaining('after 5 rounds:\n1. a.ts'),
    });
    // A person's answer is good for as many again.
    const told = stepPr(five.state, { type: 'guidance', text: 'go on', waive: [], by: 'ann' }).state;
    const fix = [edits, passes, submit(), submit(), TASK];
    const nine = play([...fix, ...rounds(6, 9)], told, five.now);
    expect(nine.state.status).toBe('CODE_REVIEW');
    expect(play(rounds(10, 10).slice(0, 2), nine.state, nine.now).state.status).toBe('HALTED');
  });

  it('G5 knows a finding again by its number, in whatever words', () => {
    const remains = (now: TableEffects) => Object.assign(now, { findings: [], remaining: [1] });
    const fix = [edits, passes, submit(), submit(), TASK];
    const once = play([...ALL_DONE, TASK, finds('log left'), TASK, ...fix, remains, TASK]);
    expect(once.state.review).toMatchObject({ stuck: 1, open: [{ message: 'log left' }] });
    expect(play([...fix, remains, TASK], once.state, once.now).state.halted?.kind).toBe('review');
  });

  it('lets a step that fixes a finding correct tests of this PR', () => {
    const proofs = (moves: Parameters<typeof play>[0]): string => {
      const { state } = play(moves);
      const move = stepPr(state, { type: 'call', call: submit() });
      return 'effect' in move && move.effect.type === 'measure' ? move.effect.proof : 'none';
    };
    expect(proofs(STARTED)).toBe('RED');
    expect(proofs(RED_DONE)).toBe('GREEN');
    expect(proofs(GREEN_DONE)).toBe('REFACTOR');
    const found = [...ALL_DONE, TASK, finds('log left'), TASK];
    expect(proofs(found)).toBe('FIX');
    expect(proofs([...found, edits, breaks, submit()])).toBe('FIX');
  });

  describe('G3.5 a step that ran only the tests it reaches', () => {
    const inPart = (now: TableEffects) => Object.assign(now, { part: true });
    const submitted = [inPart, ...RED_DONE, edits, passes, submit()];

    it('has all tests run before its checkpoint', () => {
      const { state } = play(submitted);
      expect(state).toMatchObject({ checkpointDue: true, rest: { proof: 'GREEN', task: 0, step: 1, lock: LOCK } });
      const move = stepPr(state, { type: 'call', call: submit() });
      expect('effect' in move && move.effect).toMatchObject({ type: 'prove-rest', tree: tree(3) });
      const { state: after } = play([...submitted, submit()]);
      expect(after).toMatchObject({ checkpointDue: false, rest: null, checkpoint: { tree: tree(3) } });
    });

    it('is open again where others do not hold, with its lock, and it counts', () => {
      const broken = [...submitted, (now: TableEffects) => Object.assign(now, { rest: no }), submit()];
      const { state, last } = play(broken);
      expect(last).toMatchObject({ status: 'FAILURE', reasons: [REASON] });
      expect(state).toMatchObject({ status: 'DEBUGGING', counter: 1, lock: LOCK, checkpointDue: false, rest: null });
      expect(state.pr?.tasks[0]?.tdd_steps.map(({ status }) => status)).toEqual(['DONE', 'TODO', 'TODO']);
      expect(play([...broken, submit()]).last?.reasons[0]?.code).toBe('NOTHING_CHANGED');
      const mended = play([
        ...broken,
        edits,
        (now: TableEffects) => Object.assign(now, { rest: ok }),
        submit(),
        submit(),
      ]);
      expect(mended.state).toMatchObject({ status: 'EXECUTING_TDD', checkpoint: { tree: tree(4) }, rest: null });
    });

    it('stays as it is where all tests could not be run', () => {
      const { state, last } = play([
        ...submitted,
        (now: TableEffects) => Object.assign(now, { rest: unmeasured('tests', REASON) }),
        submit(),
      ]);
      expect(last?.status).toBe('FAILURE');
      expect(state).toMatchObject({
        status: 'EXECUTING_TDD',
        counter: 0,
        checkpointDue: true,
        rest: { proof: 'GREEN' },
      });
    });
  });

  it('asks for no commit where a finding needed no change', () => {
    const { state } = play([...ALL_DONE, TASK, finds('log left'), TASK, passes, submit()]);
    expect(state).toMatchObject({ status: 'EXECUTING_TDD', checkpointDue: false });
  });

  it('reads a review as older logs have it', () => {
    const { state } = play([...ALL_DONE, TASK, finds('log left'), TASK]);
    const { round, scope, open, stuck } = Review.parse(state.review);
    expect(GatedState.parse({ ...state, review: { round, scope, open, stuck } }).review).toMatchObject({
      waived: [],
      advice: [],
    });
  });

  it('a decision about a tree that was changed since is put again', () => {
    const changed = play([...STARTED, fails(), submit(), edits, submit({ analysis_decision: 'SUCCESS' })]);
    expect(changed.last?.status).toBe('NEEDS_ANALYSIS');
  });

  it('says which calls are legal, whatever is called when', () => {
    const any = fc.constantFrom<Call | ((now: TableEffects) => void)>(
      TASK,
      submit(),
      submit({ expectation: 'FAIL' }),
      submit({ analysis_decision: 'SUCCESS' }),
      submit({ analysis_decision: 'FAILURE' }),
      { tool: 'request_scope_reduction' },
      { tool: 'escalate_for_external_help', input: { markdown_report: 'x' } },
      edits,
      passes,
      breaks,
      fails(),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (moves) => {
        const { state, answers } = play(moves);
        expect(state.counter).toBeGreaterThanOrEqual(0);
        for (const { status, reasons, output } of answers) {
          if (status === 'FAILURE') expect(reasons.length).toBeGreaterThan(0);
          expect(typeof output).toBe('string');
        }
        // A step is never done before those in front of it.
        const steps = (state.pr?.tasks ?? []).flatMap(({ tdd_steps }) =>
          tdd_steps.map(({ status }) => status === 'DONE'),
        );
        expect(steps.lastIndexOf(true)).toBe(steps.filter(Boolean).length - 1);
      }),
      { numRuns: 300 },
    );
  });
});
