import { expect, it } from 'vitest';
import { ends, fairShare } from './fair-share.ts';

it('takes some of each group, and all of a small one, in their order', () => {
  const all = [
    ...Array.from({ length: 90 }, (_, n) => `a${n}`),
    'b0',
    ...Array.from({ length: 60 }, (_, n) => `c${n}`),
    'd0',
  ];
  const some = fairShare(all, ([first = '']) => first, 30);
  expect(some).toHaveLength(30);
  expect(some.filter((each) => /^[bd]/.test(each))).toEqual(['b0', 'd0']);
  expect(some.filter((each) => each.startsWith('c'))).toHaveLength(14);
  expect(some).toEqual(all.filter((each) => some.includes(each)));
  expect(fairShare(['a', 'b'], () => '', 5)).toEqual(['a', 'b']);
});

it('takes the first, the last and some between', () => {
  expect(ends([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 6)).toEqual([0, 1, 2, 5, 8, 9]);
  expect(ends([0, 1, 2], 1)).toEqual([0]);
  expect(ends([0, 1], 4)).toEqual([0, 1]);
});
