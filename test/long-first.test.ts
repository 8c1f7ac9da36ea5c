import { expect, it } from 'vitest';
import { rank } from './long-first.ts';

it('long files come first, the many short ones of the rooms last', () => {
  const ranks = [
    rank('whole', '/r/test/cheats/python.test.ts'),
    rank('whole', '/r/test/server/door.test.ts'),
    rank('driving', '/r/src/engine/worker.test.ts'),
    rank('rooms', '/r/src/host/log.test.ts'),
  ];
  expect(ranks).toEqual([0, 1, 2, 3]);
});
