import { describe, expect, it } from 'vitest';
import { ChatActivity, type TurnPart } from '#contracts/chat-turn.ts';
import { inBlocks } from './part-blocks.ts';

const said = (id: string): TurnPart => ({ type: 'text', id, text: id });
const did = (id: string, parent: string | null = null): TurnPart => {
  const made = {
    id,
    parent,
    kind: 'tool',
    title: id,
    state: 'done',
    startedAt: 0,
    endedAt: 1,
    detail: null,
    run: null,
  };
  return { type: 'activity', id, activity: ChatActivity.parse(made) };
};
const told = (parts: readonly TurnPart[]): string[] =>
  inBlocks(parts).map((block) => (block.type === 'text' ? block.text : block.activities.map(({ id }) => id).join(' ')));

describe('C10.2 the blocks of a turn', () => {
  it('has calls where they were made, those without a word between together', () => {
    expect(told([said('one'), did('a'), did('b'), said('two'), did('c')])).toEqual(['one', 'a b', 'two', 'c']);
  });

  it('keeps a helper’s actions under its call, even if the agent wrote something in between', () => {
    expect(told([did('helper'), said('meanwhile'), did('inner', 'helper'), did('own')])).toEqual([
      'helper inner',
      'meanwhile',
      'own',
    ]);
  });

  it('shows what names an unknown parent, or itself', () => {
    expect(told([did('a', 'gone'), did('b', 'b')])).toEqual(['a b']);
  });
});
