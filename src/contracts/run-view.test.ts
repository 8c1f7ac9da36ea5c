import { describe, expect, it } from 'vitest';
import { ActivationId, GraphHash, ROOT_SCOPE, RunId, Seq, SessionId } from './ids.ts';
import { currentVersion, type RunEvent, type RunEventData, type RunEventType } from './run-events.ts';
import { labelOf, runView } from './run-view.ts';
import { GUIDANCE_SIGNAL } from './signals.ts';

const act = (id: string) => ActivationId.parse(id);

/** A log, one event a second. */
function log(): { events: RunEvent[]; add<T extends RunEventType>(type: T, data: RunEventData<T>): void } {
  const events: RunEvent[] = [];
  return {
    events,
    add: (type, data) => {
      const seq = Seq.parse(events.length + 1);
      // The pair is right by the signature, as in newEvent.
      events.push({ seq, at: seq * 1000, type, v: currentVersion(type), data } as RunEvent);
    },
  };
}

function begun() {
  const run = log();
  run.add('run.created', {
    run: RunId.parse('r1'),
    session: SessionId.parse('s'),
    title: 'a test',
    graph: { name: 'g', version: 1, hash: GraphHash.parse('0'.repeat(16)) },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated: true,
  });
  return run;
}

const scheduled = (id: string, more: Partial<RunEventData<'node.scheduled'>> = {}): RunEventData<'node.scheduled'> => ({
  act: act(id),
  node: id.split('#')[0] ?? id,
  kind: 'agent',
  byAgent: true,
  blocked: false,
  scope: ROOT_SCOPE,
  input: { inline: null },
  by: null,
  ...more,
});

const usage = { tokens: 10, usd: 0.5 };
const done = (id: string, attempt = 1): RunEventData<'node.completed'> => ({
  act: act(id),
  attempt,
  usage,
  ms: 200,
  outcome: 'end',
  to: [],
});

describe('runView', () => {
  it('follows an activation through a refusal, a retry and its end', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('build#1', { name: 'cart' }));
    run.add('node.started', { act: act('build#1'), attempt: 1 });
    const error = { code: 'CLAIM_INVALID', message: 'does not\nfit' };
    run.add('node.failed', {
      act: act('build#1'),
      attempt: 1,
      usage,
      ms: 100,
      error,
      next: { do: 'retry', at: 9_000 },
    });
    expect(runView(run.events).nodes).toMatchObject([{ state: 'backing-off', retryAt: 9_000, error, attempts: 1 }]);
    run.add('node.started', { act: act('build#1'), attempt: 2 });
    run.add('node.completed', done('build#1', 2));
    const view = runView(run.events);
    expect(view.nodes).toMatchObject([
      { state: 'done', attempts: 2, ms: 300, usage: { tokens: 20, usd: 1 }, startedAt: 3_000, endedAt: 6_000, error },
    ]);
    // Between the failure and the second try nothing ran.
    expect(view.spent).toEqual({ tokens: 20, usd: 1, unpriced: 0, attempts: 2, seconds: 2 });
    expect(view.timeline.map(({ text }) => text)).toEqual([
      'run begins: a test',
      'build cart begins',
      'build cart refused: does not fit; trying again',
      'build cart begins (attempt 2)',
      'build cart done (0.2 s)',
    ]);
    // Green is for what was measured: that a step has ended is not.
    expect(view.timeline.at(-1)?.tone).toBe('plain');
  });

  it('knows which node waits for which', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('a#1', { name: 'first' }));
    run.add('node.scheduled', scheduled('b#1', { name: 'second', after: ['first'] }));
    expect(runView(run.events).nodes[1]).toMatchObject({ state: 'blocked', waitsFor: ['first'] });
    run.add('node.started', { act: act('a#1'), attempt: 1 });
    run.add('node.completed', done('a#1'));
    run.add('node.unblocked', { act: act('b#1') });
    expect(runView(run.events).nodes[1]).toMatchObject({ state: 'ready', waitsFor: [] });
  });

  it('keeps a question open until it is answered', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('ask#1', { kind: 'logic', byAgent: false }));
    run.add('node.started', { act: act('ask#1'), attempt: 1 });
    const question = { inline: { text: 'ship?' } };
    run.add('node.asked', { act: act('ask#1'), attempt: 1, usage, ms: 1, signal: 'ship', question });
    expect(runView(run.events).questions).toEqual([{ act: 'ask#1', signal: 'ship', question, error: null }]);
    const answer = { signal: 'ship', act: act('ask#1'), payload: { inline: 'yes' }, by: 'me', early: false };
    run.add('signal.received', answer);
    const view = runView(run.events);
    expect([view.questions, view.nodes[0]?.state, view.spent.attempts]).toEqual([[], 'ready', 0]);
    expect(view.timeline.at(-1)?.text).toBe('me answers ask (ship): yes');
  });

  it('tells a halt and its answer whole, in words and without names for programs', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('halt#1', { kind: 'logic', byAgent: false }));
    run.add('node.started', { act: act('halt#1'), attempt: 1 });
    const question = {
      inline: { text: 'the review finds it again:', waivable: [{ number: 1, text: 'a.ts:3: a name' }] },
    };
    run.add('node.asked', { act: act('halt#1'), attempt: 1, usage, ms: 1, signal: GUIDANCE_SIGNAL, question });
    const payload = { inline: { guidance: 'the name is fine', waive: [1], by: 'ann' } };
    run.add('signal.received', { signal: GUIDANCE_SIGNAL, act: act('halt#1'), payload, by: 'ann', early: false });
    run.add('node.completed', { ...done('halt#1'), ms: 161_900 });
    expect(runView(run.events).timeline.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'halt asks: the review finds it again: a.ts:3: a name',
        'ann answers: the name is fine (overrules 1)',
        'halt done (2 min 42 s)',
      ]),
    );
  });

  it('does not count the second half of a graph node as another attempt', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('check#1', { kind: 'graph', byAgent: false }));
    run.add('graph.entered', { act: act('check#1'), attempt: 1 });
    expect(runView(run.events).nodes[0]?.state).toBe('inside');
    run.add('graph.exited', { act: act('check#1'), output: { inline: 1 } });
    run.add('node.started', { act: act('check#1'), attempt: 2 });
    run.add('node.completed', done('check#1', 2));
    const view = runView(run.events);
    expect(view.nodes[0]).toMatchObject({ state: 'done', attempts: 1 });
    expect(view.timeline.map(({ text }) => text)).not.toContain('check begins (attempt 2)');
  });

  it('shows how it ended', () => {
    const run = begun();
    run.add('run.ended', { ending: { status: 'failed', error: { code: 'X', message: 'no' } } });
    expect(runView(run.events)).toMatchObject({
      status: 'failed',
      error: { code: 'X' },
      endedAt: 2_000,
      simulated: true,
    });
  });

  it('keeps control characters of agents out of its words', () => {
    const run = begun();
    run.add('node.scheduled', scheduled('note#1', { kind: 'observer', byAgent: false }));
    run.add('node.completed', { ...done('note#1'), outcome: 'note', result: { inline: { text: 'a\u001b[2Jb' } } });
    const view = runView(run.events);
    expect(view.timeline.at(-1)?.text).toBe('note notes: a [2Jb');
    expect(view.notes).toMatchObject([{ node: 'note', seq: 3 }]);
  });
});

describe('labelOf', () => {
  it.each([
    [{ node: 'build', name: 'cart', act: act('build#2') }, 'build cart'],
    [{ node: 'check', name: null, act: act('check#1') }, 'check'],
    [{ node: 'check', name: null, act: act('check#2') }, 'check 2'],
  ])('%o is %s', (node, label) => expect(labelOf(node)).toBe(label));
});
