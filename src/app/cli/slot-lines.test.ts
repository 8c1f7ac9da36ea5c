import { expect, it } from 'vitest';
import { slotLines } from './slot-lines.ts';

const NOTHING = { held: 0, total: 8, waiting: [], granted: [], runs: {}, providers: [] };

it('S3.2 shows who works and who waits, by lane, and which provider limits calls', () => {
  expect(slotLines(NOTHING)).toEqual([]);
  expect(slotLines({ ...NOTHING, held: 1, total: 500 })).toEqual(['1 agent at work']);
  const busy = {
    ...NOTHING,
    held: 8,
    waiting: [
      { lane: 'normal', count: 2, longestMs: 12_000 },
      { lane: 'background', count: 1, longestMs: 90_000 },
    ] as const,
    providers: [
      { provider: 'anthropic', atOnce: 3, held: 3, waiting: 4 },
      { provider: 'openai', atOnce: 50, held: 1, waiting: 0 },
    ],
  };
  expect(slotLines({ ...busy, waiting: [...busy.waiting] })).toEqual([
    '8 agents at work of 8; wait for a slot: 2 normal, the longest for 12 s; 1 background, the longest for 1 min 30 s',
    'anthropic bears 3 calls at once for now: 4 wait',
  ]);
});
