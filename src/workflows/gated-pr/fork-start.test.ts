import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { forkStartFor } from './fork-start.ts';
import { beginning, type GatedState } from './state.ts';

const tree = (digit: string) => TreeHash.parse(digit.repeat(40));
const point = (digit: string, of = digit) => ({ commit: Sha.parse(digit.repeat(40)), tree: tree(of) });
const working = (more: Partial<GatedState>): GatedState => ({
  ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }),
  ...{ place: 'old-pr1', base: point('a'), checkpoint: point('b'), acceptedTree: tree('b') },
  ...more,
});

describe('the beginning of a fork', () => {
  it.each<[string, Partial<GatedState>, string, { from: string; tree?: string }]>([
    ['a draft', { base: null, checkpoint: null, acceptedTree: null }, 'old-pr1', { from: 'main' }],
    ['a checkpoint', {}, 'old-pr1', { from: point('b').commit }],
    ['an accepted step', { acceptedTree: tree('c') }, 'old-pr1', { from: point('b').commit, tree: tree('c') }],
    ['a final commit', { final: point('d', 'b') }, 'old-pr1', { from: point('d').commit }],
    [
      'a marked plan',
      { final: point('d', 'b'), checkpoint: point('e'), acceptedTree: tree('b') },
      'old-pr1',
      { from: point('e').commit },
    ],
    ['a reset that was cut short', { acceptedTree: tree('c') }, 'old-pr1-r1', { from: point('b').commit }],
    ['a next PR that was begun', {}, 'old-pr2', { from: 'main' }],
  ])('%s', (_what, more, place, stands) => {
    expect(forkStartFor(working(more), place)).toEqual(stands);
  });
});
