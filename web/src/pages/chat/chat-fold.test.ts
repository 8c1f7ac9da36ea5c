import { describe, expect, it } from 'vitest';
import { ChatEvent } from '#contracts/chat.ts';
import { activitiesOf, ChatActivity, ChatTurn, textOfTurn } from '#contracts/chat-turn.ts';
import { type ChatPageState, nextChat } from './chat-fold.ts';

const turn = (id: string, text = '') =>
  ChatTurn.parse({
    id,
    by: 'agent',
    at: 1,
    endedAt: null,
    parts: text === '' ? [] : [{ type: 'text', id: 't', text }],
    state: 'running',
    usage: { tokens: 0, usd: 0 },
    error: null,
  });
const activity = (id: string, state: string) =>
  ChatActivity.parse({
    id,
    parent: null,
    kind: 'tool',
    title: id,
    state,
    startedAt: 1,
    endedAt: null,
    detail: null,
    run: null,
  });

const fold = (events: readonly object[]): ChatPageState =>
  events
    .map((event, index) => ChatEvent.parse({ seq: index + 1, ...event }))
    .reduce(nextChat, { turns: [], queue: [], permissions: [], seq: 0 });

describe('nextChat', () => {
  it('adds text to its own turn only', () => {
    const { turns } = fold([
      { type: 'turn', turn: turn('a') },
      { type: 'turn', turn: turn('b') },
      { type: 'text', turn: 'a', part: 't', text: 'one ' },
      { type: 'text', turn: 'b', part: 't', text: 'other' },
      { type: 'text', turn: 'a', part: 't', text: 'two' },
    ]);
    expect(turns.map(textOfTurn)).toEqual(['one two', 'other']);
  });

  it('takes an event that comes again once', () => {
    const text = ChatEvent.parse({ type: 'text', seq: 2, turn: 'a', part: 't', text: 'x' });
    const once = nextChat(fold([{ type: 'turn', turn: turn('a') }]), text);
    expect(nextChat(once, text)).toBe(once);
  });

  it('keeps messages and actions in the order in which they began', () => {
    const { turns } = fold([
      { type: 'turn', turn: turn('a') },
      { type: 'text', turn: 'a', part: 'one', text: 'I look ' },
      { type: 'activity', turn: 'a', activity: activity('t', 'running') },
      { type: 'text', turn: 'a', part: 'two', text: 'Found.' },
      { type: 'text', turn: 'a', part: 'one', text: 'it up.' },
      { type: 'activity', turn: 'a', activity: activity('t', 'done') },
    ]);
    expect(turns[0]?.parts).toMatchObject([
      { text: 'I look it up.' },
      { activity: { state: 'done' } },
      { text: 'Found.' },
    ]);
  });

  it('replaces turns and activities of the same id', () => {
    const { turns } = fold([
      { type: 'turn', turn: turn('a', 'draft') },
      { type: 'activity', turn: 'a', activity: activity('t', 'running') },
      { type: 'activity', turn: 'a', activity: activity('t', 'done') },
    ]);
    expect(turns.flatMap(activitiesOf).map(({ state }) => state)).toEqual(['done']);
  });
});
