import { describe, expect, it } from 'vitest';
import { type AgentEvent, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { TurnId, type TurnPart, textOfTurn, withText } from '#contracts/chat-turn.ts';
import { ActivationId } from '#contracts/ids.ts';
import { callTitle } from './call-title.ts';
import type { ChatExchange } from './chat-fold.ts';
import { earlierTurns } from './earlier-turns.ts';
import { TurnView } from './turn-view.ts';

const delta = (turn: string, text: string, parent?: string): AgentEvent => ({
  type: 'text_delta',
  turn,
  text,
  ...(parent ? { parent } : {}),
});
const failed: AgentEvent = {
  type: 'complete',
  usage: NO_AGENT_USAGE,
  result: { type: 'failed', error: { code: 'ATTEMPT_ABORTED', message: 'x' }, retry: false },
};

/** What a page that appends text and replaces wholes would show. */
function shown(events: readonly AgentEvent[]): { view: TurnView; text: string } {
  const view = new TurnView();
  let parts: TurnPart[] = [];
  for (const [at, event] of events.entries()) {
    for (const change of view.add(event, at)) {
      if (change.type === 'text') parts = withText(parts, change.part, change.text);
      if (change.type === 'whole') parts = view.parts.filter(({ type }) => type === 'text');
    }
  }
  return { view, text: textOfTurn({ parts }) };
}

describe('C1 a turn on the screen', () => {
  it('C1.2 shows the same text live as afterwards, also where some is withdrawn or comes late', () => {
    const events: AgentEvent[] = [
      delta('t1', 'I look '),
      delta('t1', 'it up.'),
      { type: 'text_complete', turn: 't1', text: 'I look it up.', final: false },
      delta('h1', 'a helper speaks', 'call'),
      delta('t2', 'Wrong'),
      { type: 'text_withdrawn', turn: 't2' },
      delta('t3', 'Ri'),
      { type: 'text_complete', turn: 't3', text: 'Right.', final: true },
    ];
    for (let length = 1; length <= events.length; length++) {
      const { view, text } = shown(events.slice(0, length));
      expect(text).toBe(view.text);
    }
    expect(shown(events).text).toBe('I look it up.\n\nRight.');
  });

  it('C1.2 shows words and calls in the order in which they came', () => {
    const { view } = shown([
      delta('t1', 'I look it up.'),
      { type: 'tool_start', id: 'a', tool: 'read', input: { path: 'x.ts' } },
      { type: 'tool_result', id: 'a', ok: true, text: 'seven' },
      delta('t2', 'It holds seven.'),
    ]);
    expect(view.parts.map((part) => (part.type === 'text' ? part.text : part.activity.title))).toEqual([
      'I look it up.',
      'read x.ts',
      'It holds seven.',
    ]);
  });

  it('nests the work of helpers, shows refusals, and leaves nothing running at the end', () => {
    const { view } = shown([
      { type: 'tool_start', id: 'a', tool: 'task', input: { prompt: 'look' } },
      { type: 'tool_start', id: 'b', tool: 'read', input: { path: 'x.ts' }, parent: 'a' },
      { type: 'tool_result', id: 'b', ok: true, text: 'long'.repeat(10_000), parent: 'a' },
      {
        type: 'permission_answer',
        id: 'a',
        answer: { type: 'deny', by: 'mode', error: { code: 'PERMISSION_DENIED', message: 'no' } },
      },
      { type: 'thinking_delta', turn: 't', text: 'Hm' },
      { type: 'thinking_delta', turn: 't', text: '.' },
      failed,
    ]);
    expect(view.activities).toMatchObject([
      { id: 'a', kind: 'agent', title: 'task look', state: 'stopped', parent: null },
      { id: 'b', kind: 'tool', title: 'read x.ts', state: 'done', parent: 'a' },
      { kind: 'status', title: 'denied: no', state: 'failed', parent: 'a' },
      { kind: 'thinking', detail: 'Hm.', state: 'done' },
    ]);
    expect(JSON.stringify(view.activities[1]?.detail).length).toBeLessThan(17_000);
  });

  it('has one line for a call, whatever is in it', () => {
    expect(callTitle('shell', { command: 'npm\n  test' })).toBe('shell npm test');
    expect(callTitle('x', null)).toBe('x');
    const [find, fix] = [
      { text: 'Find it', state: 'done' },
      { text: 'Fix\nit', state: 'open' },
    ];
    expect(callTitle('plan', { steps: [find, fix] })).toBe('plan (1 of 2 done): Fix it');
    expect(callTitle('plan', { steps: [find] })).toBe('plan (1 of 1 done)');
    expect(callTitle('x', { path: 'y'.repeat(500) }).length).toBe(120);
  });
});

describe('C4 earlier messages', () => {
  const exchange = (text: string, answer: string): ChatExchange => ({
    message: { id: TurnId.parse('m'), at: 0, by: 'me', text },
    act: ActivationId.parse('turn#1'),
    begunAt: 0,
    attempt: 1,
    state: 'done',
    endedAt: 1,
    end: { status: 'done', text: answer, error: null, usage: NO_AGENT_USAGE, resume: null },
    error: null,
  });

  it('is given as text, the newest for certain, within a limit', () => {
    expect(earlierTurns([])).toBe('');
    expect(earlierTurns([exchange('one', 'two')])).toMatch(/<person>\none\n<\/person>\n<you>\ntwo\n<\/you>/);
    const many = Array.from({ length: 50 }, (_, n) => exchange(`q${n}.`, 'x'.repeat(5_000)));
    const told = earlierTurns(many);
    expect(told).toContain('q49.');
    expect(told).not.toContain('q0.');
    expect(told.length).toBeLessThan(25_000);
  });
});
