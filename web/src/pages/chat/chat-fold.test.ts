import { describe, expect, it } from 'vitest';
import { ChatActivity, ChatEvent, ChatTurn } from '#contracts/chat.ts';
import { type ChatState, nextChat } from './chat-fold.ts';

const turn = (id: string, text = '') =>
  ChatTurn.parse({
    id,
    by: 'agent',
    at: 1,
    endedAt: null,
    text,
    state: 'running',
    activities: [],
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

const fold = (events: readonly object[]): ChatState =>
  events
    .map((event, index) => ChatEvent.parse({ seq: index + 1, ...event }))
    .reduce(nextChat, { turns: [], queue: [], permissions: [], seq: 0 });

describe('nextChat', () => {
  it('adds text to its own turn only', () => {
    const { turns } = fold([
      { type: 'turn', turn: turn('a') },
      { type: 'turn', turn: turn('b') },
      { type: 'text', turn: 'a', text: 'one ' },
      { type: 'text', turn: 'b', text: 'other' },
      { type: 'text', turn: 'a', text: 'two' },
    ]);
    expect(turns.map(({ text }) => text)).toEqual(['one two', 'other']);
  });

  it('takes an event that comes again once', () => {
    const text = ChatEvent.parse({ type: 'text', seq: 2, turn: 'a', text: 'x' });
    const once = nextChat(fold([{ type: 'turn', turn: turn('a') }]), text);
    expect(nextChat(once, text)).toBe(once);
  });

  it('replaces turns and activities of the same id', () => {
    const { turns } = fold([
      { type: 'turn', turn: turn('a', 'draft') },
      { type: 'activity', turn: 'a', activity: activity('t', 'running') },
      { type: 'activity', turn: 'a', activity: activity('t', 'done') },
    ]);
    expect(turns[0]?.activities.map(({ state }) => state)).toEqual(['done']);
  });
});
