import { describe, expect, it } from 'vitest';
import { nodeStory } from '#contracts/node-story.ts';
import { type RunEvent, readRunEvent } from '#contracts/run-events.ts';
import { spansOf } from './spans.ts';

const usage = { tokens: 5, usd: 0.01 };

const log = (...events: readonly (readonly [type: string, at: number, data: object])[]): RunEvent[] =>
  events.map(([type, at, data], index) =>
    // Test data, checked by the definition of its event.
    readRunEvent({ seq: (index + 1) as RunEvent['seq'], at, type, v: 1, data: JSON.parse(JSON.stringify(data)) }),
  );

const scheduled = (act: string) => ({
  act,
  node: 'build',
  kind: 'agent',
  byAgent: true,
  scope: '',
  input: { inline: 'given' },
  by: null,
  blocked: false,
});
const error = { code: 'CLAIM_INVALID', message: 'no' };

const events = log(
  ['node.scheduled', 0, scheduled('build#1')],
  ['node.started', 10, { act: 'build#1', attempt: 1 }],
  ['node.failed', 30, { act: 'build#1', attempt: 1, usage, ms: 20, error, next: { do: 'retry', at: 40 } }],
  ['node.started', 40, { act: 'build#1', attempt: 2 }],
  ['node.asked', 50, { act: 'build#1', attempt: 2, usage, ms: 10, signal: 'ship', question: { inline: 'ok?' } }],
  ['signal.received', 90, { signal: 'ship', act: 'build#1', payload: { inline: 'yes' }, by: 'me', early: false }],
  ['node.started', 95, { act: 'build#1', attempt: 3 }],
);
const [first] = events;
if (first?.type !== 'node.scheduled') throw new Error('the log begins with its node');
const { act } = first.data;

describe('spansOf', () => {
  it('tells work from waiting, and what continues from what has ended', () => {
    expect(spansOf(events).map(({ kind, from, to, end }) => [kind, from, to, end])).toEqual([
      ['work', 10, 30, 'failed'],
      ['work', 40, 50, 'asked'],
      ['ask', 50, 90, 'completed'],
      ['work', 95, null, null],
    ]);
  });
});

describe('nodeStory', () => {
  it('keeps each attempt with its end, cost and error, and each question with its answer', () => {
    const { attempts, exchanges, input } = nodeStory(events, act);
    expect(input).toEqual({ inline: 'given' });
    expect(attempts.map(({ attempt, end, error: why }) => [attempt, end, why?.code])).toEqual([
      [1, 'failed', 'CLAIM_INVALID'],
      [2, 'asked', undefined],
      [3, null, undefined],
    ]);
    expect(exchanges).toMatchObject([
      { signal: 'ship', answer: { inline: 'yes' }, by: 'me', askedAt: 50, answeredAt: 90 },
    ]);
  });
});
