import { expect, it } from 'vitest';
import { type SignTree, weighSigns } from './weigh-signs.ts';

const TREES: SignTree[] = [
  ['replaced', 0, -1, ['order', 0.5, 0, 2]],
  ['denialsOdd', 0, -0.5, 1.5],
];

it('C3 weighs signs together and names the heaviest', () => {
  const doubted = weighSigns({ replaced: 1, order: 0.9, denialsOdd: 0 }, TREES, 1);
  expect(doubted.doubt).toBeCloseTo(2 - 0.5 - 1);
  expect(doubted.grounds[0]?.[0]).toBe('replaced');
  expect(weighSigns({ replaced: 0, order: 0.9, denialsOdd: 0 }, TREES, 1).doubt).toBeCloseTo(-1 - 0.5 - 1);
});

it('C3 adds up to the trees’ result, in any order', () => {
  const { doubt, grounds } = weighSigns({ replaced: 2, order: 0.1, denialsOdd: 1 }, TREES, 0);
  expect(doubt).toBeCloseTo(0 + 1.5);
  // Before any sign is checked, every tree starts halfway.
  const before = (-1 + (0 + 2) / 2) / 2 + (-0.5 + 1.5) / 2;
  expect(before + grounds.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(doubt);
});
